//! `setoption name NAME [value VALUE]`; both may have spaces.

use super::next_word;

/// An option and the value wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The name, its words joined by single spaces; case as it was sent.
    pub name: String,
    /// The value as it was sent, without the spaces around it; `None` if there is none or it is empty.
    pub value: Option<String>,
}

/// Why a `setoption` was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetOptionError {
    /// It does not go on with `name`.
    #[error("expected \"name\", the name of an option, and \"value\" with its value where it has one")]
    NoName,
    /// `name` without a name.
    #[error("expected the name of an option after \"name\"")]
    EmptyName,
}

/// Parses what follows the word `setoption`.
pub fn parse(text: &str) -> Result<SetOption, SetOptionError> {
    let Some(("name", mut rest)) = next_word(text) else {
        return Err(SetOptionError::NoName);
    };
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while let Some((word, after)) = next_word(rest) {
        if word == "value" {
            value = Some(after.trim()).filter(|value| !value.is_empty());
            break;
        }
        name.push(word);
        rest = after;
    }
    if name.is_empty() {
        return Err(SetOptionError::EmptyName);
    }
    Ok(SetOption {
        name: name.join(" "),
        value: value.map(str::to_owned),
    })
}
