//! What the engine tells of itself: features, options, variants.

use super::setup::names;
use crate::protocol::options::{Effect, Kind, OPTIONS};
use crate::protocol::session::Session;

/// XBoard keeps so much of the list of variants, and a bit more, bytes.
const LONGEST_LIST: usize = 5000;

/// All features, from `done=0` to `done=1`.
pub fn list(session: &Session) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        format!("feature myname=\"Ninefold {}\"", env!("CARGO_PKG_VERSION")),
        "feature ping=1 setboard=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=1 \
         pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 highlight=1 playother=0"
            .to_owned(),
        variants(session),
    ];
    lines.extend(options().map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_owned());
    lines
}

/// The feature that lists the variants.
pub fn variants(session: &Session) -> String {
    let mut names = names::all(session);
    let mut length = 0;
    names.retain(|name| {
        length += name.len() + 1;
        length <= LONGEST_LIST
    });
    format!("feature variants=\"{}\"", names.join(","))
}

/// The options that the protocol has no command for.
fn options() -> impl Iterator<Item = String> {
    let known_otherwise = [Effect::Hash, Effect::Threads, Effect::Ponder, Effect::Variant];
    OPTIONS
        .iter()
        .filter(move |(.., effect)| !known_otherwise.contains(effect))
        .map(|(name, kind, _)| match kind {
            Kind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
            Kind::Check { default } => format!("{name} -check {}", u8::from(*default)),
            Kind::File => format!("{name} -file "),
            Kind::Button | Kind::Variants => format!("{name} -button"),
        })
}

/// The value of an option as UCI has it: 1 and 0 of a check are true and false.
pub fn value_from(name: &str, value: Option<&str>) -> Option<String> {
    let is_check = OPTIONS
        .iter()
        .any(|(known, kind, _)| known.eq_ignore_ascii_case(name) && matches!(kind, Kind::Check { .. }));
    value.map(|value| match value {
        "1" if is_check => "true".to_owned(),
        "0" if is_check => "false".to_owned(),
        _ => value.to_owned(),
    })
}
