//! What an engine of the XBoard protocol says it can do.

use super::options::Declared;

/// Its features; what it does not mention is as the protocol has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Whether it answers `ping`.
    pub ping: bool,
    /// Whether positions can be set up.
    pub setboard: bool,
    /// Whether moves are sent with `usermove` before them.
    pub usermove: bool,
    /// Whether it wants to know the clocks.
    pub time: bool,
    /// Whether its speed can be limited in nodes per second.
    pub nps: bool,
    /// Whether it can play more than one game.
    pub reuse: bool,
    /// Whether its memory can be set.
    pub memory: bool,
    /// Whether the number of its threads can be set.
    pub smp: bool,
    /// The variants it plays; unknown if it does not say.
    pub variants: Option<Vec<String>>,
    /// Its options.
    pub options: Vec<Declared>,
    /// Whether it has said all; `None` if nothing about that.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            nps: false,
            reuse: true,
            memory: false,
            smp: false,
            variants: None,
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes what stands behind the word `feature`; returns what to answer.
    pub fn read(&mut self, text: &str) -> Vec<String> {
        pairs(text)
            .map(|(name, value)| {
                let accepted = self.set(name, value);
                format!("{} {name}", if accepted { "accepted" } else { "rejected" })
            })
            .collect()
    }

    /// Whether a feature is one that is made use of.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "nps" => self.nps = on,
            "reuse" => self.reuse = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "variants" => self.variants = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
            "option" => match Declared::from_xboard(value) {
                Some(option) => self.options.push(option),
                None => return false,
            },
            "done" => self.done = Some(on),
            // No harm is done by what is only about a user.
            "myname" | "colors" | "analyze" | "draw" | "playother" | "pause" | "debug" => {}
            // Moves are sent as squares.
            "san" => return !on,
            _ => return false,
        }
        true
    }
}

/// The parts `name=value` and `name="value"` of a line.
fn pairs(mut text: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let (name, rest) = text.trim_start().split_once('=')?;
        let (value, rest) = match rest.strip_prefix('"') {
            Some(rest) => rest.split_once('"').unwrap_or((rest, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        text = rest;
        Some((name.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_a_line() {
        let mut features = Features::default();
        let answers =
            features.read(r#"setboard=1 san=1 variants="normal, gothic" myname="A = B" time=0 egt="x" done=0"#);
        let accepted = [
            "accepted setboard",
            "rejected san",
            "accepted variants",
            "accepted myname",
            "accepted time",
        ];
        assert_eq!(answers[..5], accepted);
        assert_eq!(answers[5..], ["rejected egt", "accepted done"]);
        assert!(features.setboard && !features.time && features.reuse);
        assert_eq!(features.variants, Some(vec!["normal".into(), "gothic".into()]));
        assert_eq!(features.done, Some(false));
    }

    #[test]
    fn options_are_features() {
        let mut features = Features::default();
        features.read(r#"option="Resign -check 0" option="Info -button" option="broken""#);
        assert_eq!(features.options.len(), 2);
    }

    #[test]
    fn garbage_is_no_feature() {
        for text in ["", "=", "ping", "ping =", "a=\"", "\"=\"=\""] {
            let mut features = Features::default();
            features.read(text);
            assert_eq!(features, Features::default(), "{text}");
        }
    }
}
