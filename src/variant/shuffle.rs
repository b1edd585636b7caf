//! Numbered start positions: that a shuffle fits the start position it shuffles.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::definition::{Owner, type_of};
use super::draft::{Arrangement, Draft, Slot};
use super::error::{Problem, Report};
use super::rules::{Castling, Man, Shuffle};
use super::start::StartBoard;
use crate::types::{Color, Geometry, PieceType};

/// How many pairs of men may have to stand on different colours: with more, too few arrangements are left to be found
/// by shuffling.
const MOST_PAIRS: usize = 16;

struct Shuffler<'a> {
    draft: &'a Draft,
    board: Geometry,
    men: &'a [Man],
    owners: &'a [Owner],
    start: &'a StartBoard,
    castling: Option<&'a Castling>,
    report: &'a mut Report,
}

/// The shuffle of a game, if it has one.
pub(super) fn compile(
    draft: &Draft,
    board: Geometry,
    men: &[Man],
    owners: &[Owner],
    start: &StartBoard,
    castling: Option<&Castling>,
    report: &mut Report,
) -> Option<Shuffle> {
    let mut shuffler = Shuffler {
        draft,
        board,
        men,
        owners,
        start,
        castling,
        report,
    };
    match &draft.shuffle.value {
        Arrangement::Permuted(slots) => return shuffler.permutation(slots),
        Arrangement::Fixed => shuffler.refuse_pairs(),
        Arrangement::Fischer => {
            shuffler.refuse_pairs();
            shuffler.check_fischer();
            return Some(Shuffle::Fischer);
        }
    }
    None
}

impl Shuffler<'_> {
    fn refuse_pairs(&mut self) {
        let pairs = &self.draft.two_colours;
        if !pairs.value.is_empty() {
            let place = self.draft.shuffle.place.as_ref();
            let text = "is for a shuffle that lists men".to_string();
            self.report
                .disagree("shuffleTwoColours", pairs.place.as_ref(), text, place, "shuffle = -");
        }
    }

    fn check_fischer(&mut self) {
        let usual = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"];
        let usual = usual
            .iter()
            .map(|key| Slot::named(key).and_then(|s| type_of(self.owners, s, false)));
        let fits = self.board.files == 8
            && self.castling.is_some_and(|c| c.free)
            && (0..8)
                .zip(usual)
                .all(|(file, man)| man.is_some() && self.start.at(file, 0).map(|m| m.0) == man);
        if !fits {
            let text = "fischer needs 8 files, chess960 = true and the first rank of chess \
                        (rook knight bishop queen king bishop knight rook)";
            self.report.rule("shuffle", self.draft.shuffle.place.as_ref(), text);
        }
    }

    /// The men of the list must be those of both sides' first ranks.
    fn permutation(&mut self, slots: &[Slot]) -> Option<Shuffle> {
        let place = self.draft.shuffle.place.as_ref();
        let board = self.board;
        let men: Vec<PieceType> = slots.iter().filter_map(|s| type_of(self.owners, *s, false)).collect();
        let files = usize::from(board.files);
        let ranks = men.len() / files;
        if !men.len().is_multiple_of(files) || ranks * 2 > usize::from(board.ranks) {
            let text = format!(
                "lists {} men, expected a number that fills whole ranks of {files}",
                men.len()
            );
            self.report.rule("shuffle", place, text);
            return None;
        }
        if self.castling.is_some() {
            let problem = Problem::NotSupported("a list of men to shuffle together with castling".to_string());
            self.report.push("shuffle", place, problem);
        }
        let own_ranks = board.all().take(men.len()).map(|s| (board.file(s), board.rank(s)));
        let mut there: Vec<Option<PieceType>> = Vec::new();
        for (file, rank) in own_ranks {
            let white = self.start.at(file, rank);
            let black = self.start.at(file, board.ranks - 1 - rank);
            let (Some((white, Color::White)), Some((black, Color::Black))) = (white, black) else {
                there.push(None);
                continue;
            };
            there.push((white == black).then_some(white));
        }
        let mut listed: Vec<Option<PieceType>> = men.iter().copied().map(Some).collect();
        listed.sort();
        there.sort();
        if listed != there {
            let text = format!("its men are not those on the first {ranks} ranks of both sides in startFen");
            self.report.rule("shuffle", place, text);
        }
        let pairs = &self.draft.two_colours;
        let mut two_colours = Vec::new();
        for (index, owner) in self.owners.iter().enumerate() {
            if !pairs.value.contains(owner.0) || owner.1 {
                continue;
            }
            let count = slots.iter().filter(|s| **s == owner.0).count();
            if count != 2 {
                let text = format!(
                    "the shuffle has {count} of man {}, expected two",
                    self.men.get(index).map_or(String::new(), Man::id)
                );
                self.report.rule("shuffleTwoColours", pairs.place.as_ref(), text);
            }
            two_colours.extend(type_of(self.owners, owner.0, false));
        }
        if two_colours.len() > MOST_PAIRS {
            let text = format!("names {} pairs, at most {MOST_PAIRS} are possible", two_colours.len());
            self.report.rule("shuffleTwoColours", pairs.place.as_ref(), text);
        }
        Some(Shuffle::Permutation { men, two_colours })
    }
}
