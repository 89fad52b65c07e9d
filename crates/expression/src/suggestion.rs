//! Known names near an unknown one.

/// Names looked at per unknown name: an error message must stay cheap in a ring with very many variables.
const CANDIDATES: usize = 1_000;
/// Suggestions given.
const SUGGESTIONS: usize = 3;

/// Up to three `candidates` close to `name`, nearest first. Case is ignored, and one edit per three letters allowed.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let allowed = name.len() / 3;
    let mut near: Vec<(usize, &str)> = candidates
        .take(CANDIDATES)
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .collect();
    near.sort();
    near.dedup();
    near.truncate(SUGGESTIONS);
    near.into_iter().map(|(_, candidate)| candidate.to_owned()).collect()
}

/// Reads `name` as variables written side by side, `xy` as `x*y`; the fewest factors win.
pub(crate) fn as_product(name: &str, is_variable: impl Fn(&str) -> bool) -> Option<String> {
    let mut factors: Vec<Option<Vec<&str>>> = vec![Some(Vec::new())];
    for end in 1..=name.len() {
        let best = (0..end)
            .filter_map(|start| {
                let mut prefix = factors[start].clone()?;
                let factor = name.get(start..end).filter(|factor| is_variable(factor))?;
                prefix.push(factor);
                Some(prefix)
            })
            .min_by_key(Vec::len);
        factors.push(best);
    }
    factors.pop().flatten().filter(|factors| factors.len() > 1).map(|factors| factors.join("*"))
}

/// Levenshtein distance over bytes, ignoring ASCII case, with the classic two-row recurrence.
fn edit_distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.bytes().enumerate() {
            let substituted = diagonal + usize::from(!a.eq_ignore_ascii_case(&b));
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (left, right, distance) in
            [("", "", 0), ("", "abc", 3), ("Sin", "sin", 0), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!(edit_distance(left, right), distance);
            assert_eq!(edit_distance(right, left), distance);
        }
    }

    #[test]
    fn short_names_only_differ_in_case() {
        assert_eq!(nearest("e", ["E", "x"].into_iter()), ["E"]);
        assert_eq!(nearest("sine", ["tan", "sin", "sinh", "sin"].into_iter()), ["sin", "sinh"]);
    }

    #[test]
    fn products() {
        let is_variable = |name: &str| ["x", "y", "x1", "x2"].contains(&name);
        assert_eq!(as_product("xy", is_variable).as_deref(), Some("x*y"));
        assert_eq!(as_product("x1x2y", is_variable).as_deref(), Some("x1*x2*y"));
        assert_eq!(as_product("xz", is_variable), None);
        assert_eq!(as_product("x", is_variable), None);
    }
}
