//! What is on the board: games that begin, variants that are chosen, positions that are set up.

use super::fen;
use super::player::{Mode, Player, Refused};
use super::setup::{self, names};
use crate::protocol::session::STANDARD;
use crate::types::Color;

impl Player {
    pub(super) fn new_game(&mut self) {
        // Chess is there unless the user has taken it away; then any game that is on the board stays there.
        if let Err(error) = self.session.set_variant(STANDARD) {
            log::error!("{error}");
        }
        self.session.clear();
        self.begin_at_start();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.computer = false;
        self.paused = false;
        self.clock.restart();
    }

    /// The start position of the variant on the board.
    pub(super) fn begin_at_start(&mut self) {
        if let Err(error) = self.session.game_mut().set_up(None, &[]) {
            log::error!("{error}");
        }
        self.changed();
        self.clock.set_up();
    }

    /// The position is another: nothing that was known of it counts any more.
    pub(super) fn changed(&mut self) {
        self.expected = None;
        self.judged = None;
        self.offered = false;
        self.over = false;
        self.refused = false;
        self.excluded.clear();
        self.clock.next_move();
    }

    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), Refused> {
        let known = names::meant(&self.session, name).ok_or(Refused::Variant)?;
        self.session.set_variant(&known).map_err(|_| Refused::Variant)?;
        self.begin_at_start();
        self.show_variant(name);
        Ok(())
    }

    /// Tells the interface what the game looks like that it calls by this name, unless it knows that itself. What the person
    /// must know is said once for each game in a row: XBoard chooses the variant again for every game.
    fn show_variant(&mut self, name: &str) {
        let rules = self.session.game().rules();
        if names::is_taken(&name.to_lowercase()) {
            setup::pieces_alone(rules)
                .iter()
                .for_each(|line| self.output.line(line));
            return;
        }
        let is_new = self.shown != rules.name;
        let said = match setup::of(rules) {
            Ok(setup) => {
                setup.lines.iter().for_each(|line| self.output.line(line));
                let switch_off = setup.switch_off.filter(|_| self.legality_test != Some(false));
                switch_off.into_iter().chain(setup.remarks).collect()
            }
            Err(error) => vec![format!("XBoard cannot show {}: {error}.", rules.name)],
        };
        if is_new {
            self.shown.clone_from(&rules.name);
            said.iter()
                .for_each(|remark| self.output.line(&format!("telluser {remark}")));
        }
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        match self.session.game_mut().set_up(Some(&fen::complete(fen)), &[]) {
            Ok(()) => {
                self.changed();
                self.clock.set_up();
            }
            Err(error) => {
                self.refused = true;
                self.output.line(&format!("tellusererror Illegal position: {error}"));
            }
        }
    }

    pub(super) fn take_back(&mut self, plies: usize) -> Result<(), Refused> {
        if self.refused || self.session.game().plies() < plies {
            return Err(Refused::NothingToUndo);
        }
        for _ in 0..plies {
            self.session.game_mut().take_back();
        }
        self.changed();
        Ok(())
    }
}
