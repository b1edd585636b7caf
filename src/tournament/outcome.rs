//! How a game of a match ends.

use super::fault::Fault;
use crate::Color;
use crate::position::{End, GameResult};
use crate::variant::Rules;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rule {
        /// Which of them.
        end: End,
        /// What it means.
        result: GameResult,
    },
    /// This side gave up.
    Resignation(Color),
    /// An engine that is trusted has said so.
    Claim(GameResult),
    /// The scores of both sides were near nothing for long enough.
    DrawAdjudicated,
    /// This side's scores were bad enough for long enough.
    LossAdjudicated(Color),
    /// It was too long.
    TooLong,
    /// This side did something wrong.
    Fault(Color, Fault),
    /// The match was stopped.
    Stopped,
}

impl Ending {
    /// An end by rule; `side` is to move.
    pub fn by_rule(end: End, side: Color, rules: &Rules) -> Self {
        let result = end.result(side, rules);
        Ending::Rule { end, result }
    }

    /// The result.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rule { result, .. } | Ending::Claim(result) => *result,
            Ending::Resignation(side) | Ending::LossAdjudicated(side) | Ending::Fault(side, _) => {
                GameResult::Won(!*side)
            }
            Ending::DrawAdjudicated | Ending::TooLong => GameResult::Draw,
            Ending::Stopped => GameResult::Unfinished,
        }
    }

    /// The fault, if it was one, and whose.
    pub fn fault(&self) -> Option<(Color, &Fault)> {
        match self {
            Ending::Fault(side, fault) => Some((*side, fault)),
            _ => None,
        }
    }

    /// The value of the tag `Termination`, in cutechess-cli's words where it has them.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rule { .. } | Ending::Resignation(_) | Ending::Claim(_) => "normal",
            Ending::DrawAdjudicated | Ending::LossAdjudicated(_) | Ending::TooLong => "adjudication",
            Ending::Fault(_, fault) => fault.termination(),
            Ending::Stopped => "unterminated",
        }
    }

    /// A name for the kind of ending, for a count.
    pub fn kind(&self) -> &'static str {
        match self {
            Ending::Rule { end, .. } => match end {
                End::Checkmate => "mate",
                End::Stalemate => "stalemate",
                End::Bared | End::BaredOpponent => "bared king",
                End::BareKings => "bare kings",
                End::Repetition => "repetition",
                End::MoveRule => "move rule",
            },
            Ending::Resignation(_) => "resignation",
            Ending::Claim(_) => "claim",
            Ending::DrawAdjudicated => "draw adjudicated",
            Ending::LossAdjudicated(_) => "win adjudicated",
            Ending::TooLong => "maximum length",
            Ending::Fault(_, fault) => fault.kind(),
            Ending::Stopped => "unfinished",
        }
    }

    /// The ending in words, as cutechess-cli has them where it does.
    pub fn description(&self, rules: &Rules) -> String {
        match self {
            Ending::Rule { end, result } => by_rule(*end, *result, rules),
            Ending::Resignation(side) => format!("{side} resigns"),
            Ending::Claim(GameResult::Won(side)) => format!("{side} wins by a claim"),
            Ending::Claim(_) => "Draw by a claim".into(),
            Ending::DrawAdjudicated => "Draw by adjudication".into(),
            Ending::LossAdjudicated(side) => format!("{} wins by adjudication", !*side),
            Ending::TooLong => "Draw by adjudication: maximum length".into(),
            Ending::Fault(side, fault) => format!("{side} {fault}"),
            Ending::Stopped => "No result: the match was stopped".into(),
        }
    }
}

fn by_rule(end: End, result: GameResult, rules: &Rules) -> String {
    let how = match end {
        End::Checkmate => "mates".into(),
        End::Stalemate => "stalemate".into(),
        End::Bared | End::BaredOpponent => "bares the king".into(),
        End::BareKings => "bare kings".into(),
        End::Repetition => format!("{}-fold repetition", rules.repetition),
        End::MoveRule => format!("{}-move rule", rules.move_rule / 2),
    };
    match result {
        GameResult::Won(side) if end == End::Stalemate => format!("{side} wins by {how}"),
        GameResult::Won(side) => format!("{side} {how}"),
        _ => format!("Draw by {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn stalemate_means_what_the_variant_says() {
        let catalogue = Catalogue::builtin();
        let stalemate = |name: &str| {
            let rules = catalogue.rules(name).map(AsRef::as_ref);
            let ending = rules.map(|rules| Ending::by_rule(End::Stalemate, Color::White, rules));
            ending
                .zip(rules)
                .map(|(ending, rules)| (ending.result(), ending.description(rules)))
        };
        assert_eq!(stalemate("chess"), Some((GameResult::Draw, "Draw by stalemate".into())));
        let won = (GameResult::Won(Color::Black), "Black wins by stalemate".into());
        assert_eq!(stalemate("snappy"), Some(won));
    }
}
