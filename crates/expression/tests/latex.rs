//! The LaTeX form.
#![allow(clippy::unwrap_used)]

use expression::{Limits, Vocabulary, parse};
use insta::assert_snapshot;

fn latex(text: &str) -> String {
    parse(text, &Vocabulary::any().elementary(), &Limits::default()).unwrap().to_latex()
}

#[test]
fn sums_and_signs() {
    assert_snapshot!(latex("x1^2 - 2*x1 + 1"), @"x_{1}^{2} - 2 x_{1} + 1");
    assert_snapshot!(latex("x - (y - z)"), @r"x - \left(y - z\right)");
    assert_snapshot!(latex("x - -y"), @r"x - \left(-y\right)");
    assert_snapshot!(latex("x + -y*z"), @r"x + \left(-y z\right)");
    assert_snapshot!(latex("-(x + y)"), @r"-\left(x + y\right)");
    assert_snapshot!(latex("-(-x)"), @r"-\left(-x\right)");
}

#[test]
fn products() {
    assert_snapshot!(latex("2*x*y"), @"2 x y");
    assert_snapshot!(latex("x*2"), @r"x \cdot 2");
    assert_snapshot!(latex("x*2^y"), @r"x \cdot 2^{y}");
    assert_snapshot!(latex("2*3"), @r"2 \cdot 3");
    assert_snapshot!(latex("2*(x/y)"), @r"2 \cdot \frac{x}{y}");
    assert_snapshot!(latex("x*(1/2)"), @r"x \frac{1}{2}");
    assert_snapshot!(latex("x*-y"), @r"x \left(-y\right)");
    assert_snapshot!(latex("(x + 1)(y - 1)"), @r"\left(x + 1\right) \left(y - 1\right)");
    assert_snapshot!(latex("x*(y*z)"), @r"x \left(y z\right)");
    assert_snapshot!(latex("25e99*x + y*1e-50"), @r"25 \cdot 10^{99} x + y \left(1 \cdot 10^{-50}\right)");
}

#[test]
fn fractions_and_powers() {
    assert_snapshot!(latex("(x + 1)/(x - 1)/2"), @r"\frac{\frac{x + 1}{x - 1}}{2}");
    assert_snapshot!(latex("1/2x"), @r"\frac{1}{2} x");
    assert_snapshot!(latex("x^(1/2)"), @r"x^{\frac{1}{2}}");
    assert_snapshot!(latex("(x/y)^2"), @r"\left(\frac{x}{y}\right)^{2}");
    assert_snapshot!(latex("(-x)^-3"), @r"\left(-x\right)^{-3}");
    assert_snapshot!(latex("(x^y)^z"), @r"\left(x^{y}\right)^{z}");
    assert_snapshot!(latex("x^y^z"), @"x^{y^{z}}");
    assert_snapshot!(latex("sqrt(x)^2"), @r"\left(\sqrt{x}\right)^{2}");
}

#[test]
fn names_and_functions() {
    assert_snapshot!(latex("alpha*x_12 + v_max"), @r"\alpha x_{12} + v_{\mathrm{max}}");
    assert_snapshot!(latex("E^(I*pi) + 1"), @r"\mathrm{e}^{\mathrm{i} \pi} + 1");
    assert_snapshot!(latex("2 pi sin(x)^2"), @r"2 \pi \sin\left(x\right)^{2}");
    assert_snapshot!(latex("ln(sqrt(x)) + cbrt(x)"), @r"\log\left(\sqrt{x}\right) + \sqrt[3]{x}");
    assert_snapshot!(latex("atan2(y, x) - asinh(x)"), @r"\operatorname{atan2}\left(y, x\right) - \operatorname{arcsinh}\left(x\right)");
    assert_snapshot!(latex("isqrt(x)*inv_pow_3_2(x)*gaussian(x)"), @r"\operatorname{isqrt}\left(x\right) \operatorname{inv\_pow\_3\_2}\left(x\right) \operatorname{gaussian}\left(x\right)");
}
