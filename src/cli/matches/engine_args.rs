//! The words behind `-engine` and `-each`.

use std::path::PathBuf;
use std::time::Duration;

use super::help;
use super::words::{ArgsError, COUNT, NUMBER, Words};
use crate::tournament::engine::{EngineSetup, Protocol, Restart, Setting};
use crate::tournament::time_control::{Pace, seconds_of};

/// The engines: what all have, then what each has of its own.
pub fn engine_setups(engines: &[Words], each: &[Words]) -> Result<Vec<EngineSetup>, ArgsError> {
    let mut setups: Vec<EngineSetup> = Vec::new();
    for words in engines {
        let mut setup = EngineSetup::default();
        for common in each {
            apply(&mut setup, common, false)?;
        }
        apply(&mut setup, words, true)?;
        if setup.launch.command.is_empty() {
            return Err(words.missing("cmd=PROGRAM"));
        }
        if setup.name.is_empty() {
            let program = PathBuf::from(&setup.launch.command);
            let stem = program.file_stem().unwrap_or(program.as_os_str());
            setup.name = stem.to_string_lossy().into_owned();
        }
        setup.name = free_name(&setup.name, &setups);
        setups.push(setup);
    }
    Ok(setups)
}

/// The name, with a number behind it if another has it.
fn free_name(name: &str, taken: &[EngineSetup]) -> String {
    let is_free = |name: &String| taken.iter().all(|other| other.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(is_free)
        .unwrap_or_default()
}

/// Sets what the keys of `-engine` (`own`) or of `-each` say.
fn apply(setup: &mut EngineSetup, words: &Words, own: bool) -> Result<(), ArgsError> {
    let limits = &mut setup.limits;
    let seconds = |pair| {
        let text = words.value(pair)?;
        seconds_of(text)
            .filter(|time| !time.is_zero())
            .ok_or_else(|| ArgsError::Value {
                place: format!("{} {}", words.option, pair.0),
                value: text.to_owned(),
                expected: "a number of seconds",
            })
    };
    for pair in words.pairs() {
        match pair.0 {
            "cmd" => words.value(pair)?.clone_into(&mut setup.launch.command),
            "arg" => setup.launch.arguments.push(words.value(pair)?.to_owned()),
            "name" => words.value(pair)?.clone_into(&mut setup.name),
            "dir" => setup.launch.directory = Some(words.value(pair)?.into()),
            "stderr" => setup.launch.errors = Some(words.value(pair)?.into()),
            "proto" => {
                let choices = [("uci", Protocol::Uci), ("xboard", Protocol::Xboard)];
                setup.protocol = words.pair_choice(pair, &choices, "uci or xboard")?;
            }
            "variant" => setup.variant = Some(words.value(pair)?.to_owned()),
            "tc" => {
                let pace = words.value(pair)?.parse().map_err(|error| ArgsError::Pace {
                    option: words.option.to_owned(),
                    error,
                });
                limits.pace = pace?;
            }
            "st" => limits.pace = Pace::PerMove(seconds(pair)?),
            "nodes" => limits.nodes = Some(words.pair_number(pair, 1, COUNT)?),
            "depth" => limits.depth = Some(words.pair_number(pair, 1, COUNT)?),
            "timemargin" => limits.margin = Duration::from_millis(words.pair_number(pair, 0, NUMBER)?),
            "patience" => limits.patience = Some(seconds(pair)?),
            "initstr" => setup.init = words.value(pair)?.split("\\n").map(str::to_owned).collect(),
            "restart" => {
                let choices = [("auto", Restart::Auto), ("on", Restart::On), ("off", Restart::Off)];
                setup.restart = words.pair_choice(pair, &choices, "auto, on or off")?;
            }
            "trust" => setup.trust = true,
            "whitepov" => setup.white_scores = true,
            key @ ("ponder" | "book" | "bookdepth" | "conf" | "tscale") => {
                return Err(ArgsError::Unsupported(format!("{} {key}", words.option)));
            }
            key => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    setup
                        .settings
                        .retain(|setting| !setting.name.eq_ignore_ascii_case(name));
                    setup.settings.push(Setting {
                        name: name.to_owned(),
                        value: pair.1.unwrap_or_default().to_owned(),
                        required: own,
                    });
                }
                _ => return Err(words.unknown(key, &help::ENGINE)),
            },
        }
    }
    Ok(())
}
