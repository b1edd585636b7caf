//! Ending games by what the engines think of them, as cutechess-cli does.

use super::outcome::Ending;
use crate::Color;
use crate::search::Score;

/// A draw when both sides see nothing in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before so many full moves.
    pub move_number: u32,
    /// For so many moves of each side in a row.
    pub move_count: u32,
    /// At most so far from 0, centipawns.
    pub score: i32,
}

/// A loss for one who sees it coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many of its moves in a row.
    pub move_count: u32,
    /// At least so far below 0, centipawns.
    pub score: i32,
    /// Whether the other side must see as much.
    pub two_sided: bool,
}

/// When games are ended before the rules end them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// As a draw.
    pub draw: Option<DrawRule>,
    /// As a loss.
    pub resign: Option<ResignRule>,
    /// As a draw after so many full moves.
    pub max_moves: Option<u32>,
}

/// What has been seen of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Plies played, the opening's included.
    plies: u32,
    /// Moves in a row, of both sides, with a score near 0.
    even: u32,
    /// Moves in a row of each side with a bad score.
    losing: [u32; 2],
    /// Moves in a row of each side with a good score.
    winning: [u32; 2],
}

impl Adjudicator {
    /// For a game that begins after so many plies.
    pub fn new(rules: Adjudication, plies: u32) -> Self {
        Adjudicator {
            rules,
            plies,
            even: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Whether the game is to end after this side's move, with this score from its own side.
    pub fn after_move(&mut self, side: Color, score: Option<Score>) -> Option<Ending> {
        self.plies += 1;
        let score = score.map(value);
        self.drawn(score)
            .or_else(|| self.lost(side, score))
            .or_else(|| self.too_long())
    }

    fn drawn(&mut self, score: Option<i32>) -> Option<Ending> {
        let rule = self.rules.draw?;
        count(&mut self.even, score.is_some_and(|score| score.abs() <= rule.score));
        let late = self.plies / 2 >= rule.move_number;
        (late && self.even >= 2 * rule.move_count).then_some(Ending::DrawAdjudicated)
    }

    fn lost(&mut self, side: Color, score: Option<i32>) -> Option<Ending> {
        let rule = self.rules.resign?;
        count(
            &mut self.losing[side.index()],
            score.is_some_and(|score| score <= -rule.score),
        );
        count(
            &mut self.winning[side.index()],
            score.is_some_and(|score| score >= rule.score),
        );
        let is_lost = |side: Color| {
            let agreed = !rule.two_sided || self.winning[(!side).index()] >= rule.move_count;
            agreed && self.losing[side.index()] >= rule.move_count
        };
        Color::BOTH
            .into_iter()
            .find(|&side| is_lost(side))
            .map(Ending::LossAdjudicated)
    }

    fn too_long(&self) -> Option<Ending> {
        let most = self.rules.max_moves?;
        (self.plies / 2 >= most).then_some(Ending::TooLong)
    }
}

/// A score as a number to compare with: a mate is worth more than any centipawns, a nearer one more.
fn value(score: Score) -> i32 {
    const MATE: i32 = 1_000_000;
    match score {
        Score::Centipawns(score) => score.clamp(-MATE / 2, MATE / 2),
        Score::Mate(moves) if moves > 0 => MATE.saturating_sub(moves),
        Score::Mate(moves) => (-MATE).saturating_sub(moves),
    }
}

/// One more in a row, or none.
fn count(row: &mut u32, goes_on: bool) {
    *row = if goes_on { *row + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of the ply after which a game of these scores ends, from 1, and how.
    fn end(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ending)> {
        let mut adjudicator = Adjudicator::new(rules, 0);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let side = Color::BOTH[ply % 2];
            Some((ply + 1, adjudicator.after_move(side, Some(Score::Centipawns(score)))?))
        })
    }

    #[test]
    fn a_draw_needs_both_sides_for_long_enough() {
        let rule = |move_number| Adjudication {
            draw: Some(DrawRule {
                move_number,
                move_count: 2,
                score: 10,
            }),
            ..Adjudication::default()
        };
        let drawn = |ply| Some((ply, Ending::DrawAdjudicated));
        assert_eq!(end(rule(0), &[0, 0, 0, 0, 0]), drawn(4));
        assert_eq!(end(rule(0), &[0, 0, 0, 11, 10, -10, 0, 0]), drawn(8));
        assert_eq!(end(rule(3), &[0; 8]), drawn(6));
        assert_eq!(end(rule(0), &[0, 50, 0, 50, 0, 50, 0, 50]), None);
    }

    #[test]
    fn a_loss_is_seen_by_the_loser() {
        let rule = |two_sided| Adjudication {
            resign: Some(ResignRule {
                move_count: 2,
                score: 500,
                two_sided,
            }),
            ..Adjudication::default()
        };
        let black_lost = |ply| Some((ply, Ending::LossAdjudicated(Color::Black)));
        assert_eq!(end(rule(false), &[0, -500, 0, -500]), black_lost(4));
        assert_eq!(end(rule(false), &[0, -500, 0, -499, 0, -600]), None);
        assert_eq!(end(rule(true), &[0, -500, 0, -500, 600, -500, 600]), black_lost(7));
    }

    #[test]
    fn long_games_end() {
        let rules = Adjudication {
            max_moves: Some(3),
            ..Adjudication::default()
        };
        assert_eq!(end(rules, &[900; 9]), Some((6, Ending::TooLong)));
    }

    #[test]
    fn no_score_is_no_reason() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                move_number: 0,
                move_count: 1,
                score: 10,
            }),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules, 0);
        assert_eq!(adjudicator.after_move(Color::White, Some(Score::Centipawns(0))), None);
        assert_eq!(adjudicator.after_move(Color::Black, None), None);
        assert_eq!(adjudicator.after_move(Color::White, Some(Score::Centipawns(0))), None);
    }

    #[test]
    fn mates_are_beyond_all_scores() {
        let order = [
            Score::Mate(0),
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Centipawns(i32::MIN),
            Score::Centipawns(5),
            Score::Centipawns(i32::MAX),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(order.windows(2).all(|pair| value(pair[0]) < value(pair[1])));
    }
}
