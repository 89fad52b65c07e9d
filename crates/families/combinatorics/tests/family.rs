//! Examples, refusals, laws, checks and cases of the whole family.

use std::path::Path;

#[test]
fn family() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/combinatorics");
    operation::testing::run(combinatorics::OPERATIONS, &cases);
}
