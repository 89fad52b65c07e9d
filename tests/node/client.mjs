// The official TypeScript client against the real server. Prints what it saw as one JSON object; the test judges it.
// Usage: node client.mjs <server program>

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const transport = new StdioClientTransport({ command: process.argv[2], args: ["mcp"], stderr: "pipe" });
let log = "";
transport.stderr.on("data", (chunk) => (log += chunk));

const client = new Client({ name: "tests", version: "1" });
const errors = [];
client.onerror = (error) => errors.push(String(error));
await client.connect(transport);

const call = (name, args) => client.callTool({ name, arguments: args });
const gcd = { operation_id: "integer.compute.gcd", payload: { left: "84", right: "30" } };

const seen = {
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  resources: (await client.listResources()).resources.length,
  templates: (await client.listResourceTemplates()).resourceTemplates.length,
  catalog: (await client.readResource({ uri: "operation://catalog" })).contents[0].text.length,
  completed: await client.complete({
    ref: { type: "ref/resource", uri: "operation://{operation_id}" },
    argument: { name: "operation_id", value: "integer." },
  }),
  // The client validates structured content against the listed output schemas and throws when they disagree.
  found: await call("math.find", { query: "greatest common divisor" }),
  inspected: await call("math.find", { operation_id: "integer.compute.gcd" }),
  ran: await call("math.run", gcd),
  dry: await call("math.run", { ...gcd, dry_run: true }),
  refused: await call("math.run", { operation_id: "integer.compute.gcd", payload: { left: "84" } }),
};
await client.close();
console.log(JSON.stringify({ ...seen, errors, log }));
