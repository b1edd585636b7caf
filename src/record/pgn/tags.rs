//! Tags: `[Name "value"]`.

/// Whether a tag's name may have a character.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '#' | '=' | ':' | '-')
}

/// The name, the value and what follows of a text that begins with `[`. Quotes within the value need not be escaped, if
/// they are not followed by `]`: XBoard writes them bare.
pub(super) fn read(text: &str) -> Option<(String, String, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let name_end = text.find(|c| !is_of_name(c)).filter(|&end| end > 0)?;
    let (name, rest) = text.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        let behind = &quoted[at + c.len_utf8()..];
        match c {
            '\\' if behind.starts_with('\\') || behind.starts_with('"') && !is_last_quote(behind) => {
                value.extend(chars.next().map(|(_, c)| c));
            }
            '"' => match ends(behind) {
                Some(rest) => return Some((name.to_string(), value, rest)),
                None => value.push(c),
            },
            _ => value.push(c),
        }
    }
    None
}

/// Whether the quote that a text begins with can only be the end of the value, whatever stands before it: a path
/// may end with a bare backslash.
fn is_last_quote(text: &str) -> bool {
    let behind = text.get(1..).unwrap_or("");
    ends(behind).is_some() && !behind.contains('"')
}

/// What follows the `]` of a tag, if that comes next.
fn ends(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix(']')
}

/// A tag as a line.
pub(super) fn write(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<(String, String)> {
        read(text).map(|(name, value, _)| (name, value))
    }

    #[test]
    fn quotes_and_backslashes() {
        let pair = |name: &str, value: &str| Some((name.to_string(), value.to_string()));
        assert_eq!(value(r#"[White "Anna"]"#), pair("White", "Anna"));
        assert_eq!(value(r#"[ White  "Anna" ]"#), pair("White", "Anna"));
        assert_eq!(value(r#"[White "The \"Rook\""]"#), pair("White", "The \"Rook\""));
        assert_eq!(
            value(r#"[White "The "Rook" of a1"]"#),
            pair("White", "The \"Rook\" of a1")
        );
        assert_eq!(value(r#"[Path "C:\\x\\"]"#), pair("Path", r"C:\x\"));
        assert_eq!(value(r#"[Path "C:\x\"]"#), pair("Path", r"C:\x\"));
        assert_eq!(value(r#"[White "Anna]"#), None);
        assert_eq!(value("[White Anna]"), None);
        assert_eq!(value("[\"Anna\"]"), None);
        assert_eq!(read(r#"[A "1"][B "2"]"#).unwrap().2, r#"[B "2"]"#);
        for value in ["", "\"", "\\", "a\\\"]", "]", "\"]\"", "\\\\"] {
            let line = write("Tag", value);
            assert_eq!(
                read(line.trim_end()).map(|(_, v, rest)| (v, rest)),
                Some((value.to_string(), "")),
                "{line}"
            );
        }
    }
}
