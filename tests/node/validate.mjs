// A second judge of the published schemas, beside Python's: Ajv in strict mode. Reads
// [{"name", "schema", "accepted": [...], "refused": [...]}] on standard input; prints what it finds wrong, a line each.

import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";

let wrong = 0;
const complain = (...words) => {
  wrong += 1;
  console.log(...words);
};

for (const { name, schema, accepted, refused } of JSON.parse(readFileSync(0, "utf8"))) {
  // strictTypes: `["string", "null"]` and a type stated in an enclosing schema are meant.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });
  let validate;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    complain(name, "does not compile:", error.message);
    continue;
  }
  for (const value of accepted) {
    if (!validate(value)) complain(name, "wrongly refuses", JSON.stringify(value), ajv.errorsText(validate.errors));
  }
  for (const value of refused) {
    if (validate(value)) complain(name, "wrongly accepts", JSON.stringify(value));
  }
}
process.exit(wrong ? 1 : 0);
