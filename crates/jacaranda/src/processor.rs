//! What the processor must have.

/// Features of x86-64-v3 that this processor lacks. Empty on other architectures, where nothing is compiled for a level.
pub(crate) fn missing_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let present = [
            ("avx", std::is_x86_feature_detected!("avx")),
            ("avx2", std::is_x86_feature_detected!("avx2")),
            ("bmi1", std::is_x86_feature_detected!("bmi1")),
            ("bmi2", std::is_x86_feature_detected!("bmi2")),
            ("fma", std::is_x86_feature_detected!("fma")),
            ("lzcnt", std::is_x86_feature_detected!("lzcnt")),
            ("movbe", std::is_x86_feature_detected!("movbe")),
            ("popcnt", std::is_x86_feature_detected!("popcnt")),
            ("sse4.2", std::is_x86_feature_detected!("sse4.2")),
        ];
        lacking(&present)
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
fn lacking(features: &[(&'static str, bool)]) -> Vec<&'static str> {
    features.iter().filter(|(_, present)| !present).map(|(name, _)| *name).collect()
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_lacking_is_named() {
        assert_eq!(lacking(&[("avx2", false), ("fma", true), ("bmi2", false)]), ["avx2", "bmi2"]);
        assert!(lacking(&[]).is_empty());
    }
}
