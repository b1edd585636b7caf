//! What is told of a match, in cutechess-cli's words where it has them.

use std::fmt::Write;
use std::time::Duration;

use super::schedule::{Pairing, Schedule};
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use super::stats::{Estimate, Games, Pairs, Results};

/// A match as it is told: its names, what is tested, and its results.
#[derive(Clone, Debug)]
pub struct Report {
    /// The engines.
    pub names: Vec<String>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// The test of the first engine against the second, if there is one.
    pub sprt: Option<Sprt>,
    /// The results.
    pub standings: Standings,
}

/// The figures of two engines, the same for single games and pairs.
struct Figures {
    elo: Option<Estimate>,
    normalized: Option<Estimate>,
    los: f64,
    llr: Option<f64>,
}

impl Report {
    /// `new vs old`, White's name first.
    pub fn players(&self, pairing: &Pairing) -> String {
        let [white, black] = pairing.players.map(|index| self.names[index].as_str());
        format!("{white} vs {black}")
    }

    /// Whether games belong together in pairs.
    fn in_pairs(&self) -> bool {
        self.schedule.game(0).is_some_and(|game| game.pair.is_some())
    }

    /// What the results of the first two engines say: of pairs of games if there are any, else of games.
    fn figures(&self) -> Figures {
        fn of<const N: usize>(results: Results<N>, los: f64, sprt: Option<&Sprt>) -> Figures {
            Figures {
                elo: results.elo(),
                normalized: results.normalized_elo(),
                los,
                llr: sprt.map(|sprt| sprt.llr(&results)),
            }
        }
        let (games, pairs) = (self.standings.games(0, 1), self.standings.pairs(0, 1));
        match self.in_pairs() {
            true => of(pairs, pairs.los(), self.sprt.as_ref()),
            false => of(games, games.los(), self.sprt.as_ref()),
        }
    }

    /// What the test has decided.
    pub fn verdict(&self) -> Option<Verdict> {
        let sprt = self.sprt.as_ref()?;
        sprt.verdict(self.figures().llr?)
    }

    /// The state of the match: of two engines the score and what it says, of more the table.
    pub fn rating(&self) -> String {
        match self.names.len() {
            2 => self.score() + &self.strength(),
            _ => self.table(),
        }
    }

    /// `Score of new vs old: 10 - 5 - 3  [0.639] 18`: won, lost, drawn.
    fn score(&self) -> String {
        let games = self.standings.games(0, 1);
        let [losses, draws, wins] = games.0;
        let (score, count) = (games.score().unwrap_or(0.0), games.count());
        let [new, old] = [&self.names[0], &self.names[1]];
        format!("Score of {new} vs {old}: {wins} - {losses} - {draws}  [{score:.3}] {count}\n")
    }

    fn strength(&self) -> String {
        let figures = self.figures();
        let games = self.standings.games(0, 1);
        let (Some(elo), Some(normalized)) = (figures.elo, figures.normalized) else {
            return String::new();
        };
        let draws = 100.0 * games.draw_ratio().unwrap_or(0.0);
        let los = 100.0 * figures.los;
        let mut text = format!(
            "Elo difference: {}, LOS: {los:.1} %, DrawRatio: {draws:.1} %\n",
            estimate(elo)
        );
        let _ = writeln!(text, "Normalized Elo: {}", estimate(normalized));
        if self.in_pairs() {
            let Results(pairs): Pairs = self.standings.pairs(0, 1);
            let _ = writeln!(text, "Ptnml(0-2): {}", pairs.map(|count| count.to_string()).join(", "));
        }
        if let (Some(sprt), Some(llr)) = (&self.sprt, figures.llr) {
            let (low, high) = sprt.bounds();
            let part = 100.0 * llr / if llr < 0.0 { low.abs() } else { high };
            let accepted = match sprt.verdict(llr) {
                Some(Verdict::H0) => " - H0 was accepted",
                Some(Verdict::H1) => " - H1 was accepted",
                None => "",
            };
            let (elo0, elo1) = sprt.hypotheses();
            let _ = writeln!(
                text,
                "SPRT: llr {llr:.2} ({part:.1}%), lbound {low:.2}, ubound {high:.2}{accepted}  [{elo0}, {elo1}]"
            );
        }
        text
    }

    /// The same in one short line.
    pub fn brief(&self) -> String {
        let games = self.standings.games(0, 1);
        let [losses, draws, wins] = games.0;
        if self.names.len() != 2 {
            return String::new();
        }
        let figures = self.figures();
        let mut text = format!("+{wins} -{losses} ={draws}");
        if let Some(elo) = figures.elo {
            let _ = write!(text, "  Elo {}  LOS {:.0}%", estimate(elo), 100.0 * figures.los);
        }
        if let (Some(sprt), Some(llr)) = (&self.sprt, figures.llr) {
            let (low, high) = sprt.bounds();
            let _ = write!(text, "  LLR {llr:.2} [{low:.2}, {high:.2}]");
        }
        text
    }

    /// The crosstable: each engine's points, its score, what that says against the others together, and its games with
    /// each of them, won, drawn and lost.
    pub fn table(&self) -> String {
        let count = self.names.len();
        let mut order: Vec<usize> = (0..count).collect();
        let score = |engine: usize| self.standings.all_games(engine).score().unwrap_or(0.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        let mut rows = vec![
            ["Rank", "Name", "Elo", "+/-", "Games", "Points", "Score", "Draws"]
                .map(String::from)
                .to_vec(),
        ];
        rows[0].extend((1..=count).map(|rank| rank.to_string()));
        for (rank, &engine) in order.iter().enumerate() {
            let games = self.standings.all_games(engine);
            let [_, draws, wins] = games.0;
            let (elo, error) = match self.elo(engine) {
                Some(elo) => (number(elo.value, 1), number(elo.error, 1)),
                None => ("-".into(), "-".into()),
            };
            let mut row = vec![
                (rank + 1).to_string(),
                self.names[engine].clone(),
                elo,
                error,
                games.count().to_string(),
                format!("{:.1}", wins as f64 + draws as f64 / 2.0),
                percent(games.score()),
                percent(games.draw_ratio()),
            ];
            row.extend(order.iter().map(|&other| match other == engine {
                true => "-".into(),
                false => won_drawn_lost(self.standings.games(engine, other)),
            }));
            rows.push(row);
        }
        aligned(&rows)
    }

    /// What an engine's games say of its strength against all others together; as [`rating`](Self::rating) has it where
    /// there is but one.
    fn elo(&self, engine: usize) -> Option<Estimate> {
        if self.names.len() != 2 {
            return self.standings.all_games(engine).elo();
        }
        let estimate = self.figures().elo?;
        let value = if engine == 0 { estimate.value } else { -estimate.value };
        Some(Estimate { value, ..estimate })
    }

    /// What the match says of the game rather than of the engines: what White scores, how many games are drawn, how
    /// they end, how long they are.
    pub fn game(&self) -> String {
        let white = self.standings.white();
        let (Some(score), Some(length)) = (white.score(), self.standings.mean_length()) else {
            return String::new();
        };
        let error = white
            .elo()
            .map_or(String::new(), |elo| format!(" (Elo {})", estimate(elo)));
        format!(
            "White: {}, {:.1}% of the points{error}; drawn: {}; mean length: {length:.0} plies\n",
            won_drawn_lost(white),
            100.0 * score,
            percent(white.draw_ratio()),
        )
    }

    /// How the games ended.
    pub fn endings(&self) -> String {
        let endings = self.standings.endings();
        if endings.is_empty() {
            return String::new();
        }
        let endings: Vec<String> = endings.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        format!("Ends: {}\n", endings.join(", "))
    }

    /// All faults, by game.
    pub fn faults(&self) -> String {
        let faults = self.standings.faults();
        if faults.is_empty() {
            return "Faults: none\n".into();
        }
        let mut text = format!("Faults: {}\n", faults.len());
        for fault in faults {
            let name = &self.names[fault.engine];
            let _ = writeln!(
                text,
                "  game {}, ply {}: {name} {}",
                fault.game, fault.plies, fault.what
            );
        }
        text
    }
}

/// `+3 =1 -2`.
fn won_drawn_lost(games: Games) -> String {
    let [losses, draws, wins] = games.0;
    format!("+{wins} ={draws} -{losses}")
}

fn percent(part: Option<f64>) -> String {
    part.map_or("-".into(), |part| format!("{:.1}%", 100.0 * part))
}

fn number(value: f64, digits: usize) -> String {
    match value.is_finite() {
        // Nothing is not less than nothing.
        true => match format!("{value:.digits$}") {
            text if text.trim_matches(['-', '0', '.']).is_empty() => format!("{:.digits$}", 0.0),
            text => text,
        },
        false => if value > 0.0 { "inf" } else { "-inf" }.into(),
    }
}

fn estimate(estimate: Estimate) -> String {
    format!("{} +/- {}", number(estimate.value, 1), number(estimate.error, 1))
}

/// Columns of one width: names to the left, the rest to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match column {
                1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A time as people read it: `3:05`, `1:02:03`.
pub fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::Fault;
    use super::super::outcome::Ending;
    use super::super::play::Played;
    use super::super::sprt::Model;
    use super::*;
    use crate::Color;

    fn report(engines: usize) -> Report {
        Report {
            names: ["new", "old", "odd"][..engines]
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
            schedule: Schedule {
                engines,
                tournament: Default::default(),
                rounds: 10,
                games: 2,
                repeat: 2,
                swap: true,
                reverse: false,
                policy: Default::default(),
            },
            sprt: None,
            standings: Standings::new(engines),
        }
    }

    /// Plays the next games of the schedule with these endings.
    fn play(report: &mut Report, endings: &[Ending]) {
        for (index, ending) in endings.iter().enumerate() {
            let played = Played {
                fen: None,
                moves: vec!["e2e4".into(); 40],
                thoughts: vec![None; 40],
                ending: ending.clone(),
                why: String::new(),
            };
            report
                .standings
                .add(&report.schedule.game(index as u64).unwrap(), &played);
        }
    }

    const WHITE: Ending = Ending::Resignation(Color::Black);
    const BLACK: Ending = Ending::Resignation(Color::White);
    const DRAW: Ending = Ending::DrawAdjudicated;

    #[test]
    fn a_match_of_two_is_told_in_cutechess_words() {
        let mut report = report(2);
        report.sprt = Some(Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic).unwrap());
        play(&mut report, &[WHITE, DRAW, BLACK, BLACK, WHITE, WHITE, DRAW, DRAW]);
        let rating = report.rating();
        let lines: Vec<&str> = rating.lines().collect();
        assert_eq!(lines[0], "Score of new vs old: 3 - 2 - 3  [0.562] 8");
        assert!(lines[1].starts_with("Elo difference: 43.7 +/- "), "{rating}");
        assert!(lines[1].ends_with("DrawRatio: 37.5 %"), "{rating}");
        assert_eq!(lines[3], "Ptnml(0-2): 0, 0, 3, 1, 0");
        assert!(lines[4].starts_with("SPRT: llr 0."), "{rating}");
        assert!(lines[4].ends_with("lbound -2.94, ubound 2.94  [0, 10]"), "{rating}");
        assert_eq!(report.verdict(), None);
        assert!(report.brief().starts_with("+3 -2 =3  Elo 43.7 +/- "));
    }

    #[test]
    fn nothing_played_is_nothing_told() {
        let mut report = report(2);
        report.sprt = Some(Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized).unwrap());
        assert_eq!(report.rating(), "Score of new vs old: 0 - 0 - 0  [0.000] 0\n");
        assert_eq!(report.game() + &report.endings(), "");
        assert_eq!(report.brief(), "+0 -0 =0  LLR 0.00 [-2.94, 2.94]");
        assert!(
            report
                .table()
                .contains("1  new     -    -      0     0.0      -      -")
        );
    }

    #[test]
    fn a_table_has_all_engines_by_score() {
        let mut report = report(3);
        play(&mut report, &[BLACK, WHITE, WHITE, DRAW, BLACK, WHITE]);
        let rating = report.rating();
        let head: Vec<&str> = rating.lines().next().unwrap_or_default().split_whitespace().collect();
        let columns = [
            "Rank", "Name", "Elo", "+/-", "Games", "Points", "Score", "Draws", "1", "2", "3",
        ];
        assert_eq!(head, columns);
        let second = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
        let names: Vec<String> = rating.lines().skip(1).filter_map(second).collect();
        assert_eq!(names, ["odd", "old", "new"]);
        assert!(rating.contains("+0 =1 -1"), "{rating}");
    }

    #[test]
    fn the_game_its_ends_and_the_faults() {
        let mut report = report(2);
        let late = Fault::Time {
            late: Duration::from_millis(30),
        };
        play(&mut report, &[WHITE, DRAW, DRAW, Ending::Fault(Color::White, late)]);
        assert!(
            report
                .game()
                .starts_with("White: +1 =2 -1, 50.0% of the points (Elo 0.0 +/- ")
        );
        assert!(report.game().ends_with("; drawn: 50.0%; mean length: 40 plies\n"));
        assert_eq!(
            report.endings(),
            "Ends: draw adjudicated 2, resignation 1, time loss 1\n"
        );
        let faults = "Faults: 1\n  game 4, ply 40: old loses on time (30 ms too late)\n";
        assert_eq!(report.faults(), faults);
    }

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(hours(Duration::from_secs(185)), "3:05");
        assert_eq!(hours(Duration::from_secs(3723)), "1:02:03");
    }
}
