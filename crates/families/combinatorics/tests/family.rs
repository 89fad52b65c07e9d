//! The declarations and the recorded cases of this family hold.

use std::path::Path;

#[test]
fn the_family_keeps_its_declarations() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/combinatorics");
    operation::testing::run(combinatorics::OPERATIONS, &cases);
}
