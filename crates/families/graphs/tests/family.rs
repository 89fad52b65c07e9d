//! The declarations and the recorded cases of this family hold.

use std::path::Path;

#[test]
fn the_family_keeps_its_declarations() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/graphs");
    operation::testing::run(graphs::OPERATIONS, &cases);
}
