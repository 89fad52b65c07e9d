//! `setup`: writes an MCP client's configuration, showing the change first.

use std::path::{Path, PathBuf};

use wire::Tree;
use wire::json::{Limits, parse};

use crate::Settings;
use crate::arguments::{Client, Setup};
use crate::output::{Exit, GREEN, complain, line, styled};

const NAME: &str = "jacaranda";

pub(crate) fn setup(arguments: &Setup, settings: &Settings) -> Exit {
    let Some(file) = arguments.file.clone().or_else(|| configuration(arguments.client)) else {
        complain("the home folder is not known; name the configuration with --file");
        return Exit::Usage;
    };
    let key = if arguments.client == Client::Vscode { "servers" } else { "mcpServers" };
    let entry = entry(arguments.client, &settings.program);
    let before = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            complain(&format!("{} could not be read: {error}", file.display()));
            return Exit::Fault;
        }
    };
    let after = match merged(&before, key, &entry) {
        Ok(after) => after,
        Err(why) => {
            complain(&format!(
                "{} is left as it is: {why}. Add this under \"{key}\" by hand:\n  \"{NAME}\": {}",
                file.display(),
                pretty(&entry, 1)
            ));
            return Exit::Refused;
        }
    };
    if after == before {
        line(&format!("{} already has this server.", file.display()));
        return Exit::Answer;
    }
    line(&format!("{}:", file.display()));
    show_change(&before, &after);
    if arguments.dry_run {
        line("Nothing was written (--dry-run).");
        return Exit::Answer;
    }
    match write(&file, &after) {
        Ok(()) => {
            line("Written. Restart the client, then ask it for exact mathematics.");
            Exit::Answer
        }
        Err(error) => {
            complain(&format!("{} could not be written: {error}", file.display()));
            Exit::Fault
        }
    }
}

/// Where a client keeps its configuration.
fn configuration(client: Client) -> Option<PathBuf> {
    let home = PathBuf::from(std::env::var_os("HOME")?);
    let applications = if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else {
        std::env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from)
    };
    Some(match client {
        Client::ClaudeDesktop => applications.join("Claude/claude_desktop_config.json"),
        Client::ClaudeCode => home.join(".claude.json"),
        Client::Cursor => home.join(".cursor/mcp.json"),
        Client::Vscode => applications.join("Code/User/mcp.json"),
    })
}

fn entry(client: Client, program: &Path) -> Tree {
    let mut members = Vec::new();
    if matches!(client, Client::Vscode | Client::ClaudeCode) {
        members.push(("type".to_owned(), Tree::from("stdio")));
    }
    members.push(("command".to_owned(), Tree::from(program.to_string_lossy().into_owned())));
    members.push(("args".to_owned(), Tree::List(vec![Tree::from("mcp")])));
    Tree::Object(members)
}

/// The configuration with the server in it; everything else stays, in its order.
fn merged(before: &str, key: &str, entry: &Tree) -> Result<String, String> {
    let mut tree = if before.trim().is_empty() {
        Tree::Object(Vec::new())
    } else {
        let document = parse(before.as_bytes(), &Limits { depth: 256, number: 1000 })
            .map_err(|error| format!("it is {error} (comments cannot be kept)"))?;
        if !document.violations.is_empty() {
            return Err("it has a key twice".to_owned());
        }
        document.tree
    };
    let Tree::Object(members) = &mut tree else { return Err("it is not an object".to_owned()) };
    if !members.iter().any(|(name, _)| name == key) {
        members.push((key.to_owned(), Tree::Object(Vec::new())));
    }
    let servers = members.iter_mut().find(|(name, _)| name == key).map(|(_, servers)| servers);
    let Some(Tree::Object(servers)) = servers else { return Err(format!("\"{key}\" in it is not an object")) };
    match servers.iter_mut().find(|(name, _)| name == NAME) {
        Some((_, present)) if present == entry => return Ok(before.to_owned()),
        Some((_, present)) => *present = entry.clone(),
        None => servers.push((NAME.to_owned(), entry.clone())),
    }
    Ok(pretty(&tree, 0) + "\n")
}

/// JSON with two spaces of indentation.
fn pretty(tree: &Tree, depth: usize) -> String {
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    match tree {
        Tree::Object(members) if !members.is_empty() => {
            let lines: Vec<String> = members
                .iter()
                .map(|(key, value)| {
                    format!("{inner}{}: {}", Tree::from(key.as_str()).to_json(), pretty(value, depth + 1))
                })
                .collect();
            format!("{{\n{}\n{outer}}}", lines.join(",\n"))
        }
        Tree::List(items) if items.iter().any(|item| matches!(item, Tree::Object(_) | Tree::List(_))) => {
            let lines: Vec<String> = items.iter().map(|item| format!("{inner}{}", pretty(item, depth + 1))).collect();
            format!("[\n{}\n{outer}]", lines.join(",\n"))
        }
        other => other.to_json(),
    }
}

fn show_change(before: &str, after: &str) {
    for text in after.lines() {
        if before.lines().any(|old| old == text) {
            line(&format!("  {text}"));
        } else {
            line(&styled(GREEN, &format!("+ {text}")));
        }
    }
}

/// Writes beside the file and renames, so that a crash leaves the old configuration.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // A link stays a link: the file that it leads to is replaced.
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let beside = target.with_extension("jacaranda-new");
    std::fs::write(&beside, text)?;
    if let Ok(metadata) = std::fs::metadata(&target) {
        std::fs::set_permissions(&beside, metadata.permissions())?;
    }
    std::fs::rename(&beside, &target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> Tree {
        entry(Client::Cursor, Path::new("/opt/jacaranda"))
    }

    #[test]
    fn other_servers_and_settings_stay_in_their_order() {
        let before = r#"{"z": 1, "mcpServers": {"other": {"command": "x"}}, "a": [{"b": []}]}"#;
        let after = merged(before, "mcpServers", &server()).unwrap();
        let tree = parse(after.as_bytes(), &Limits::default()).unwrap().tree;
        let keys: Vec<&str> = tree.as_object().unwrap().iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["z", "mcpServers", "a"]);
        assert_eq!(tree.get("mcpServers").unwrap().get("other").unwrap().get("command"), Some(&Tree::from("x")));
        assert_eq!(tree.get("mcpServers").unwrap().get(NAME), Some(&server()));
        assert_eq!(merged(&after, "mcpServers", &server()).unwrap(), after, "a second time changes nothing");
    }

    #[test]
    fn an_absent_or_empty_file_is_made() {
        let after = merged("", "servers", &server()).unwrap();
        assert!(after.contains("\"jacaranda\": {"));
        assert_eq!(merged("{}", "servers", &server()).unwrap(), after);
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        for broken in ["// comment\n{}", "[]", "{\"servers\": []}", "{\"a\":1,\"a\":2}"] {
            assert!(merged(broken, "servers", &server()).is_err(), "{broken}");
        }
    }
}
