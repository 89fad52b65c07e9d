//! `find`, `show` and `catalog`.

use engine::face::Reply;
use engine::tools::FIND;
use expression::Style;
use wire::Tree;

use crate::arguments::{Find, Form, Show};
use crate::output::{BOLD, DIM, Exit, for_people, line, styled};
use crate::render::render;
use crate::{Settings, calls};

pub(crate) fn find(arguments: &Find, settings: &Settings) -> Exit {
    let text = |text: &Option<String>| text.as_deref().map(Tree::from);
    let members = vec![
        ("query", Some(Tree::from(arguments.words.join(" ")))),
        ("namespace", text(&arguments.namespace)),
        ("limit", arguments.limit.map(|limit| Tree::from(i64::from(limit)))),
        ("cursor", text(&arguments.cursor)),
        ("search_mode", arguments.broad.then(|| Tree::from("broad"))),
    ];
    ask(members, arguments.form, settings, |tree| {
        let matches = tree.get("matches").and_then(Tree::as_list).unwrap_or_default();
        if matches.is_empty() {
            line(
                "Nothing in the catalog matches. That does not mean that it is impossible: try other words, or --broad.",
            );
        }
        for card in matches {
            let text = |key| card.get(key).and_then(Tree::as_text).unwrap_or_default();
            line(&format!("{}  {}", styled(BOLD, text("operation_id")), text("title")));
            if let Some(example) = card.get("example_payload") {
                line(&styled(DIM, &format!("    jacaranda run {} '{}'", text("operation_id"), example.to_json())));
            }
        }
        let total = tree.get("total_matches").and_then(Tree::as_integer).unwrap_or(0);
        if let Some(cursor) = tree.get("next_cursor").and_then(Tree::as_text) {
            line(&styled(DIM, &format!("{total} in all; continue with --cursor {cursor}")));
        }
    })
}

pub(crate) fn show(arguments: &Show, settings: &Settings) -> Exit {
    let members = vec![("operation_id", Some(Tree::from(arguments.id.as_str())))];
    ask(members, arguments.form, settings, |tree| {
        if let Some(operation) = tree.get("operation") {
            let text = |key| operation.get(key).and_then(Tree::as_text).unwrap_or_default();
            line(&styled(BOLD, text("operation_id")));
            line(text("description"));
            for bound in operation.get("bounds").and_then(Tree::as_list).unwrap_or_default() {
                line(&format!("Bound: {}", bound.as_text().unwrap_or_default()));
            }
            for example in operation.get("examples").and_then(Tree::as_list).unwrap_or_default() {
                let json = |key| example.get(key).map_or(String::new(), Tree::to_json);
                line(&format!("\n{}", styled(BOLD, example.get("name").and_then(Tree::as_text).unwrap_or_default())));
                line(&format!("  {}\n  => {}", json("input"), json("output")));
            }
            line(&styled(DIM, "\nSchemas: --json"));
        }
    })
}

fn ask(members: Vec<(&str, Option<Tree>)>, form: Form, settings: &Settings, show: impl Fn(&Tree)) -> Exit {
    let engine = match calls::engine(settings, Some(1)) {
        Ok(engine) => engine,
        Err(exit) => return exit,
    };
    let reply = calls::call(&engine, FIND, calls::arguments(members), None);
    let tree = calls::parsed(&reply);
    let unknown = tree.get("kind").and_then(Tree::as_text) == Some("error");
    if for_people(form) && !reply.is_error && !unknown {
        show(&tree);
    } else {
        tell(&reply, form);
    }
    // Over MCP an unknown identifier is an answer of the search; a script wants to notice it.
    if unknown { Exit::Refused } else { Exit::of(&reply) }
}

/// Gives a reply out as it is, or as an outline to people.
pub(crate) fn tell(reply: &Reply, form: Form) {
    if for_people(form) {
        let style = if form.latex { Style::Latex } else { Style::Text };
        line(&render(&calls::parsed(reply), style).join("\n"));
    } else {
        line(&reply.json);
    }
}

pub(crate) fn catalog(_: &Settings) -> Exit {
    line(catalog::Catalog::public().export());
    Exit::Answer
}
