//! FENs as XBoard writes them: a game without castling has no castling field there, one like shatranj none for en passant.

/// A FEN with the fields that XBoard leaves out, as `-`. Anything else is left as it is.
pub fn complete(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let is_count = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let (field, counts) = match fields.as_slice() {
        [_, _, counts @ ..] if counts.first().is_some_and(|first| is_count(first)) => ("-", counts),
        [_, _, field, counts @ ..] if counts.first().is_some_and(|first| is_count(first)) => (*field, counts),
        _ => return fen.to_owned(),
    };
    let is_square =
        field.starts_with(|c: char| c.is_ascii_lowercase()) && field.ends_with(|c: char| c.is_ascii_digit());
    let (castling, passed) = if is_square { ("-", field) } else { (field, "-") };
    format!("{} {} {castling} {passed} {}", fields[0], fields[1], counts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::complete;

    #[test]
    fn missing_fields_are_dashes() {
        for (sent, meant) in [
            ("8/8 w - 0 1", "8/8 w - - 0 1"),
            ("8/8 b e3 4 7", "8/8 b - e3 4 7"),
            ("8/8 w KQ 0 1", "8/8 w KQ - 0 1"),
            ("8/8 w 0 1", "8/8 w - - 0 1"),
            ("8/8 w  0", "8/8 w - - 0"),
            ("8/8 w KQkq e3 0 1", "8/8 w KQkq e3 0 1"),
            ("8/8 w - - 0 1 a2:3", "8/8 w - - 0 1 a2:3"),
            ("8/8 w -", "8/8 w -"),
            ("8/8", "8/8"),
            ("", ""),
        ] {
            assert_eq!(complete(sent), meant, "{sent}");
        }
    }
}
