//! Who plays whom, with which colours, from which opening.

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournament {
    /// Each meets each.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// When the next opening is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningPolicy {
    /// For each pair of engines, and after as many games of it as an opening is repeated.
    #[default]
    Default,
    /// For each pair of engines in each round.
    Encounter,
    /// For each round.
    Round,
}

/// What a schedule is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many engines play.
    pub engines: usize,
    /// Which of them meet.
    pub tournament: Tournament,
    /// How often all meet.
    pub rounds: u64,
    /// How many games they play each time.
    pub games: u64,
    /// How many games of a pair of engines begin with the same opening.
    pub repeat: u64,
    /// Whether colours change from game to game of a pair.
    pub swap: bool,
    /// Whether the second of a pair begins with White.
    pub reverse: bool,
    /// When the next opening is taken.
    pub policy: OpeningPolicy,
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 1.
    pub number: u64,
    /// Its round, from 1.
    pub round: u64,
    /// The engines that are White and Black.
    pub players: [usize; 2],
    /// The number of its opening, from 0.
    pub opening: u64,
    /// The number of the pair of games that this belongs to: the same opening with both colours.
    pub pair: Option<u64>,
}

impl Schedule {
    /// How many games there are.
    pub fn total(&self) -> u64 {
        self.rounds.saturating_mul(self.games).saturating_mul(self.meetings())
    }

    /// How many pairs of engines meet.
    fn meetings(&self) -> u64 {
        let engines = self.engines as u64;
        match self.tournament {
            Tournament::RoundRobin => engines * engines.saturating_sub(1) / 2,
            Tournament::Gauntlet => engines.saturating_sub(1),
        }
    }

    /// The engines of a meeting; the one that is named first comes first.
    fn engines_of(&self, meeting: u64) -> [usize; 2] {
        let meeting = meeting as usize;
        match self.tournament {
            Tournament::Gauntlet => [0, meeting + 1],
            Tournament::RoundRobin => {
                let mut pairs = (0..self.engines).flat_map(|a| (a + 1..self.engines).map(move |b| [a, b]));
                pairs.nth(meeting).unwrap_or([0, 1])
            }
        }
    }

    /// The game of this index, from 0.
    pub fn game(&self, index: u64) -> Option<Pairing> {
        if index >= self.total() {
            return None;
        }
        let round = index / self.games.saturating_mul(self.meetings());
        let meeting = index / self.games % self.meetings();
        // The how-manieth game of these two it is.
        let nth = round * self.games + index % self.games;
        let [first, second] = self.engines_of(meeting);
        let swapped = (self.swap && nth % 2 == 1) != self.reverse;
        Some(Pairing {
            number: index + 1,
            round: round + 1,
            players: if swapped { [second, first] } else { [first, second] },
            opening: self.opening(meeting, nth),
            pair: self.pair(meeting, nth),
        })
    }

    fn opening(&self, meeting: u64, nth: u64) -> u64 {
        let round = nth / self.games;
        match self.policy {
            OpeningPolicy::Default => nth / self.repeat * self.meetings() + meeting,
            OpeningPolicy::Encounter => round * self.meetings() + meeting,
            OpeningPolicy::Round => round,
        }
    }

    fn pair(&self, meeting: u64, nth: u64) -> Option<u64> {
        let same_opening = self.opening(meeting, nth) == self.opening(meeting, nth ^ 1);
        let complete = (nth | 1) < self.rounds.saturating_mul(self.games);
        (self.swap && same_opening && complete).then_some(nth / 2 * self.meetings() + meeting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Schedule = Schedule {
        engines: 2,
        tournament: Tournament::RoundRobin,
        rounds: 3,
        games: 2,
        repeat: 2,
        swap: true,
        reverse: false,
        policy: OpeningPolicy::Default,
    };

    fn games(schedule: Schedule) -> Vec<Pairing> {
        (0..).map_while(|index| schedule.game(index)).collect()
    }

    fn of<T>(schedule: Schedule, what: impl Fn(Pairing) -> T) -> Vec<T> {
        games(schedule).into_iter().map(what).collect()
    }

    #[test]
    fn two_engines_change_colours_and_repeat_openings() {
        assert_eq!(of(TWO, |g| g.number), [1, 2, 3, 4, 5, 6]);
        assert_eq!(of(TWO, |g| g.round), [1, 1, 2, 2, 3, 3]);
        assert_eq!(of(TWO, |g| g.players[0]), [0, 1, 0, 1, 0, 1]);
        assert_eq!(of(TWO, |g| g.opening), [0, 0, 1, 1, 2, 2]);
        assert_eq!(of(TWO, |g| g.pair), [0, 0, 1, 1, 2, 2].map(Some));
    }

    #[test]
    fn pairs_do_not_need_games_of_one_round() {
        let rounds = Schedule {
            rounds: 5,
            games: 1,
            ..TWO
        };
        assert_eq!(of(rounds, |g| g.opening), [0, 0, 1, 1, 2]);
        assert_eq!(of(rounds, |g| g.pair), [Some(0), Some(0), Some(1), Some(1), None]);
    }

    #[test]
    fn without_the_same_opening_or_both_colours_there_are_no_pairs() {
        let fresh = Schedule { repeat: 1, ..TWO };
        assert_eq!(of(fresh, |g| g.opening), [0, 1, 2, 3, 4, 5]);
        assert_eq!(of(fresh, |g| g.pair), [None; 6]);
        let unswapped = Schedule { swap: false, ..TWO };
        assert_eq!(of(unswapped, |g| g.players), [[0, 1]; 6]);
        assert_eq!(of(unswapped, |g| g.pair), [None; 6]);
        let reversed = Schedule { reverse: true, ..TWO };
        assert_eq!(of(reversed, |g| g.players[0]), [1, 0, 1, 0, 1, 0]);
    }

    #[test]
    fn a_match_may_be_endless() {
        let endless = Schedule {
            rounds: u64::MAX,
            games: u64::MAX,
            engines: 3,
            ..TWO
        };
        assert_eq!(endless.total(), u64::MAX);
        assert_eq!(endless.game(5).map(|game| (game.round, game.pair)), Some((1, Some(6))));
    }

    #[test]
    fn more_engines_meet_as_the_tournament_says() {
        let three = Schedule {
            engines: 3,
            rounds: 1,
            ..TWO
        };
        let meetings = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(of(three, |g| g.players), meetings);
        assert_eq!(of(three, |g| g.opening), [0, 0, 1, 1, 2, 2]);
        let gauntlet = Schedule {
            tournament: Tournament::Gauntlet,
            ..three
        };
        assert_eq!(of(gauntlet, |g| g.players), meetings[..4]);
        let alike = Schedule {
            policy: OpeningPolicy::Round,
            rounds: 2,
            ..three
        };
        assert_eq!(of(alike, |g| g.opening), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        assert_eq!(alike.total(), 12);
    }
}
