//! Games of a match as PGN.

use super::play::Played;
use super::schedule::Pairing;
use super::time_control::Limits;
use crate::game::{Game, SetUpError};
use crate::record::pgn::{Pgn, thinking};

/// What the PGN of all games of a match has in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// The event.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day: `2026.03.01`.
    pub date: String,
    /// Whether nothing is said of the moves.
    pub minimal: bool,
}

/// Writes a game down. Names and limits are White's first; `game` is of the variant.
///
/// # Errors
/// If it is not a game of the variant.
pub fn record(
    game: &mut dyn Game,
    headline: &Headline,
    pairing: &Pairing,
    names: [&str; 2],
    limits: [&Limits; 2],
    played: &Played,
) -> Result<Pgn, SetUpError> {
    let mut pgn = Pgn::of_moves(game, played.fen.as_deref(), &played.moves)?;
    pgn.result = Some(played.ending.result());
    let [white, black] = limits.map(|limits| limits.pace.to_string());
    let tags = [
        ("Event", headline.event.as_str()),
        ("Site", &headline.site),
        ("Date", &headline.date),
        ("Round", &pairing.round.to_string()),
        ("White", names[0]),
        ("Black", names[1]),
        ("PlyCount", &played.moves.len().to_string()),
        ("Termination", played.ending.termination()),
    ];
    tags.iter().for_each(|(name, value)| pgn.set_tag(name, value));
    match white == black {
        true => pgn.set_tag("TimeControl", &white),
        false => {
            pgn.set_tag("WhiteTimeControl", &white);
            pgn.set_tag("BlackTimeControl", &black);
        }
    }
    comment(&mut pgn, headline.minimal, played);
    Ok(pgn)
}

/// Says behind each move what was thought of it, and behind the last how the game ended.
fn comment(pgn: &mut Pgn, minimal: bool, played: &Played) {
    if !minimal {
        for (ply, thought) in pgn.moves.iter_mut().zip(&played.thoughts) {
            ply.comment = Some(match thought {
                Some(thought) => thinking(thought.info.score, thought.info.depth, thought.time),
                None => "book".into(),
            });
        }
    }
    let last = match pgn.moves.last_mut() {
        Some(ply) => &mut ply.comment,
        None => &mut pgn.preface,
    };
    *last = Some(match last.take() {
        Some(thought) => format!("{thought}, {}", played.why),
        None => played.why.clone(),
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::super::engine::Info;
    use super::super::fault::Fault;
    use super::super::outcome::Ending;
    use super::super::play::Thinking;
    use super::*;
    use crate::search::Score;
    use crate::{Catalogue, Color, game};

    fn written(moves: &[&str], limits: [&str; 2], minimal: bool) -> String {
        let late = Fault::Time {
            late: Duration::from_millis(30),
        };
        let ending = Ending::Fault(Color::Black, late);
        let catalogue = Catalogue::builtin();
        let mut game = game::new(Arc::clone(catalogue.require("ninesquare").unwrap()));
        let thought = Thinking {
            info: Info {
                score: Some(Score::Centipawns(35)),
                depth: Some(12),
                nodes: None,
            },
            time: Duration::from_millis(450),
        };
        let played = Played {
            fen: None,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            thoughts: [vec![None], vec![Some(thought); moves.len()]].concat(),
            why: ending.description(game.rules()),
            ending,
        };
        let headline = Headline {
            event: "Test".into(),
            site: "Here".into(),
            date: "2026.03.01".into(),
            minimal,
        };
        let pairing = Pairing {
            number: 7,
            round: 4,
            players: [0, 1],
            opening: 0,
            pair: None,
        };
        let limits = limits.map(|pace| Limits {
            pace: pace.parse().unwrap(),
            ..Limits::default()
        });
        let names = ["new", "old"];
        record(&mut *game, &headline, &pairing, names, limits.each_ref(), &played)
            .unwrap()
            .to_string()
    }

    #[test]
    fn a_game_has_its_tags_and_comments() {
        let expected = "[Event \"Test\"]\n[Site \"Here\"]\n[Date \"2026.03.01\"]\n[Round \"4\"]\n[White \"new\"]\n\
                        [Black \"old\"]\n[Result \"1-0\"]\n[Variant \"ninesquare\"]\n[PlyCount \"3\"]\n\
                        [Termination \"time forfeit\"]\n[TimeControl \"10+0.1\"]\n\n\
                        1. e4 {book} e5 {+0.35/12 0.45s} 2. Nc3\n\
                        {+0.35/12 0.45s, Black loses on time (30 ms too late)} 1-0\n\n";
        let found = written(&["e2e4", "e8e6", "b1c3"], ["10+0.1", "10+0.1"], false);
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(one_line(&found), one_line(&expected.replace("e5", "e6")));
    }

    #[test]
    fn a_game_without_moves_or_comments() {
        let found = written(&[], ["10+0.1", "inf"], true);
        assert!(
            found.contains("[WhiteTimeControl \"10+0.1\"]\n[BlackTimeControl \"-\"]\n"),
            "{found}"
        );
        assert!(
            found.ends_with("\n\n{Black loses on time (30 ms too late)} 1-0\n\n"),
            "{found}"
        );
        assert!(written(&["e2e4"], ["1+0", "1+0"], true).contains("\n1. e4 {Black loses"));
    }
}
