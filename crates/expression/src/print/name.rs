//! Names of variables in LaTeX.

/// Greek letters that LaTeX has a command for; the capitals it lacks look like Latin ones.
const GREEK: [&str; 34] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi",
    "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
];

/// The LaTeX form of a name: `x`, `x_{1}` for `x1` and `x_1`, `\alpha`, `\mathrm{rate}`, `v_{\mathrm{max}}`.
///
/// The subscript is what follows the only underscore, or else the digits at the end.
pub fn latex_name(name: &str) -> String {
    let (base, subscript) = match name.split_once('_') {
        Some((base, subscript)) if !base.is_empty() && !subscript.is_empty() && !subscript.contains('_') => {
            (base, subscript)
        }
        Some(_) => (name, ""),
        None => name.split_at(name.trim_end_matches(|last: char| last.is_ascii_digit()).len()),
    };
    let base = letters(base);
    if subscript.is_empty() { base } else { format!("{base}_{{{}}}", letters(subscript)) }
}

fn letters(part: &str) -> String {
    if GREEK.contains(&part) {
        format!("\\{part}")
    } else if part.len() == 1 || part.bytes().all(|byte| byte.is_ascii_digit()) {
        part.to_owned()
    } else {
        format!(r"\mathrm{{{}}}", part.replace('_', r"\_"))
    }
}

#[cfg(test)]
mod tests {
    use super::latex_name;

    #[test]
    fn names() {
        for (name, latex) in [
            ("x", "x"),
            ("x1", "x_{1}"),
            ("x_12", "x_{12}"),
            ("alpha", r"\alpha"),
            ("alpha3", r"\alpha_{3}"),
            ("rate", r"\mathrm{rate}"),
            ("v_max", r"v_{\mathrm{max}}"),
            ("x_i", "x_{i}"),
            ("a1b", r"\mathrm{a1b}"),
            ("x_", r"\mathrm{x\_}"),
            ("a_b_c", r"\mathrm{a\_b\_c}"),
        ] {
            assert_eq!(latex_name(name), latex);
        }
    }
}
