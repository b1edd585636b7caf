//! Short matches on the clock in the four games and in Capablanca's, Ninefold against itself and against engines that
//! know the game. Debian has them (`apt-get install fairymax sjaakii`); where `CI` is set they must be there.

use std::path::Path;

use libtest_mimic::Trial;

use super::{play, test};

pub fn tests() -> Vec<Trial> {
    let itself = [
        ("chess99", "random=4"),
        ("haynie", "shuffle=0 random=2"),
        ("snappy", "random=4"),
        ("ninesquare", "random=4"),
        ("capablanca", "random=4"),
    ];
    let fairymax = "proto=xboard arg=20 arg=tests/opponents/fairymax.ini";
    let others = [
        ("capablanca", "fairymax", "proto=xboard"),
        ("ninesquare", "fairymax", fairymax),
        ("capablanca", "sjaakii", "proto=xboard"),
        ("capablanca", "sjaakii", "proto=uci"),
    ];
    let itself =
        itself.map(|(variant, openings)| test(format!("games::{variant}"), move || against_itself(variant, openings)));
    let others = others.map(|(variant, engine, how)| {
        let protocol = how.split_whitespace().next().unwrap_or_default();
        let name = format!("games::{variant}::{engine}::{protocol}");
        let installed = Path::new("/usr/games").join(engine).exists() || std::env::var_os("CI").is_some();
        test(name, move || against(variant, engine, how)).with_ignored_flag(!installed)
    });
    let xboard = test("games::chess99::xboard", || {
        match_of("chess99", "NINEFOLD proto=xboard", "random=4")
    });
    itself.into_iter().chain(others).chain([xboard]).collect()
}

/// No fault, and every game to its end by rule.
fn match_of(variant: &str, second: &str, openings: &str) {
    let over = play(&format!(
        "-engine NINEFOLD name=ninefold -engine {second} -each tc=1+0.01 -variant {variant} -rounds 3 -games 2 -repeat \
         -concurrency 2 -openings {openings} -srand 1 -recover"
    ));
    over.expect("exit code 0", over.code == Some(0));
    over.says("Faults: none\nFinished match: 6 games");
    over.expect("by rule", over.tags("Termination") == ["normal"; 6]);
    over.expect("the game is named", over.tags("Variant") == [variant; 6]);
    over.expect("pairs are counted", over.lines("Ptnml(0-2): ").len() == 1);
    over.expect("what White scores is told", over.lines("White: ").len() == 1);
}

fn against_itself(variant: &str, openings: &str) {
    match_of(variant, "NINEFOLD", openings);
}

fn against(variant: &str, engine: &str, how: &str) {
    // Whether they keep to their time is not what is tested.
    match_of(
        variant,
        &format!("cmd=/usr/games/{engine} timemargin=1000 {how}"),
        "random=4",
    );
}
