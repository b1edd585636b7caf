//! The options that an engine declares, of either protocol, and what may be set.

use super::{EngineSetup, Setting, StartError};

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A number in these limits.
    Spin(i64, i64),
    /// `true` or `false`.
    Check,
    /// One of these.
    Combo(Vec<String>),
    /// Any text.
    Text,
    /// None: it does something.
    Button,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub values: Values,
}

impl Declared {
    /// The option of a line `option name ... type ...` of UCI.
    pub fn from_uci(line: &str) -> Option<Self> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let values = match kind {
            "spin" => {
                let words: Vec<&str> = rest.split_ascii_whitespace().collect();
                let after = |key: &str| {
                    let at = words.iter().position(|word| *word == key)?;
                    words.get(at + 1)?.parse().ok()
                };
                Values::Spin(after("min").unwrap_or(i64::MIN), after("max").unwrap_or(i64::MAX))
            }
            "check" => Values::Check,
            "combo" => {
                // The first part holds the default.
                let values = format!(" {rest}");
                Values::Combo(
                    values
                        .split(" var ")
                        .skip(1)
                        .map(|value| value.trim().to_owned())
                        .collect(),
                )
            }
            "button" => Values::Button,
            _ => Values::Text,
        };
        Some(Declared {
            name: name.trim().to_owned(),
            values,
        })
    }

    /// The option of a feature `option="NAME -kind ..."` of the XBoard protocol.
    pub fn from_xboard(text: &str) -> Option<Self> {
        let (name, rest) = text
            .rsplit_once(" -")
            .filter(|(_, rest)| !starts_with_number(rest))
            .or_else(|| {
                // The default of a spin may be negative.
                let at = text.find(" -spin ").or_else(|| text.find(" -slider "))?;
                Some((&text[..at], &text[at + 2..]))
            })?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let values = match kind {
            "spin" | "slider" => {
                let mut numbers = rest.split_ascii_whitespace().skip(1).map(str::parse);
                let mut next = |otherwise| numbers.next().and_then(Result::ok).unwrap_or(otherwise);
                Values::Spin(next(i64::MIN), next(i64::MAX))
            }
            "check" => Values::Check,
            "combo" => Values::Combo(
                rest.split("///")
                    .map(|v| v.trim().trim_start_matches('*').to_owned())
                    .collect(),
            ),
            "button" | "save" | "reset" => Values::Button,
            _ => Values::Text,
        };
        Some(Declared {
            name: name.trim().to_owned(),
            values,
        })
    }

    /// The value as it is to be sent; the error says what is possible.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        let refused = |possible: String| Err(format!("option {} cannot be `{value}`: {possible}", self.name));
        match &self.values {
            Values::Spin(min, max) => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&&number) => Ok(number.to_string()),
                _ => refused(format!("it is a number from {min} to {max}")),
            },
            Values::Check => match value.to_ascii_lowercase().as_str() {
                lower @ ("true" | "false") => Ok(lower.to_owned()),
                _ => refused("it is true or false".into()),
            },
            Values::Combo(values) => match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                Some(known) => Ok(known.clone()),
                None => refused(format!("it is one of {}", values.join(", "))),
            },
            Values::Text | Values::Button => Ok(value.to_owned()),
        }
    }
}

fn starts_with_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The option that a setting is about, with the value to send.
///
/// # Errors
/// What is wrong, if it is required; else a warning is added.
pub fn find<'a>(
    declared: &'a [Declared],
    setting: &Setting,
    setup: &EngineSetup,
    warnings: &mut Vec<String>,
) -> Result<Option<(&'a Declared, String)>, StartError> {
    let option = declared
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(&setting.name));
    let found = match option {
        Some(option) => option.accept(&setting.value).map(|value| (option, value)),
        None => {
            let known: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
            Err(format!(
                "there is no option {}; there are {}",
                setting.name,
                known.join(", ")
            ))
        }
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(what) if setting.required => Err(StartError::Hopeless(format!("{}: {what}", setup.name))),
        Err(what) => {
            warnings.push(what);
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_uci() {
        let hash = Declared::from_uci("option name Hash type spin default 16 min 1 max 1024").unwrap();
        assert_eq!((hash.name.as_str(), &hash.values), ("Hash", &Values::Spin(1, 1024)));
        assert_eq!(hash.accept("64"), Ok("64".into()));
        assert_eq!(
            hash.accept("2048"),
            Err("option Hash cannot be `2048`: it is a number from 1 to 1024".into())
        );
        let combo =
            Declared::from_uci("option name UCI_Variant type combo default chess var chess var gothic").unwrap();
        assert_eq!(combo.values, Values::Combo(vec!["chess".into(), "gothic".into()]));
        assert_eq!(combo.accept("Gothic"), Ok("gothic".into()));
        assert!(combo.accept("goth").is_err());
        let button = Declared::from_uci("option name Clear Hash type button").unwrap();
        assert_eq!((button.name.as_str(), button.values), ("Clear Hash", Values::Button));
        assert_eq!(Declared::from_uci("option name Hash"), None);
    }

    #[test]
    fn options_of_the_xboard_protocol() {
        let read = |text| {
            let option = Declared::from_xboard(text).unwrap();
            (option.name, option.values)
        };
        assert_eq!(
            read("Resign Threshold -spin 800 200 1200"),
            ("Resign Threshold".into(), Values::Spin(200, 1200))
        );
        assert_eq!(
            read("Contempt -spin -10 -50 50"),
            ("Contempt".into(), Values::Spin(-50, 50))
        );
        assert_eq!(read("Resign -check 0"), ("Resign".into(), Values::Check));
        assert_eq!(read("Info -button"), ("Info".into(), Values::Button));
        let level = Values::Combo(vec!["Clueless".into(), "Normal".into()]);
        assert_eq!(read("Level -combo Clueless /// *Normal"), ("Level".into(), level));
        assert_eq!(read("Path -string "), ("Path".into(), Values::Text));
        assert_eq!(Declared::from_xboard("nothing"), None);
    }
}
