//! Random definitions, nearly all of them valid, and random positions of their games. Every decision takes a number
//! from a list and 0 is the simplest, so that a failing case shrinks to a small game.

use ninefold::variant::{Castling, Rules, notation};

/// The source of decisions; all are 0 when it runs out.
pub struct Choices<'a>(std::slice::Iter<'a, u16>);

impl<'a> Choices<'a> {
    /// Takes the decisions from a list.
    pub fn new(numbers: &'a [u16]) -> Self {
        Choices(numbers.iter())
    }
    fn below(&mut self, n: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % n
    }
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }
    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
    /// Each of some things with a chance.
    fn some<T: Clone>(&mut self, all: &[T], percent: usize) -> Vec<T> {
        all.iter().filter(|_| self.chance(percent)).cloned().collect()
    }
}

/// A random definition of one section, `[random]`.
pub fn definition(numbers: &[u16]) -> String {
    let mut c = Choices::new(numbers);
    let (files, ranks) = size(&mut c);
    let rows = 1 + c.below((ranks / 2).min(3));
    let initial = c.chance(50);
    let flavour = Flavour {
        progressive: c.chance(40),
        initial,
        en_passant: initial && c.chance(60),
    };
    let mut author = Author {
        c,
        files,
        ranks,
        rows,
        flavour,
        lines: vec![format!("[random]\nmaxFile = {files}\nmaxRank = {ranks}")],
        letters: Vec::new(),
        pawns: Vec::new(),
        with_forms: Vec::new(),
        cast: Vec::new(),
        grid: vec![vec![None; files]; rows],
        rights: String::new(),
    };
    author.men();
    author.king_and_castling();
    author.first_moves();
    author.start();
    let promotion_rows = author.promotion();
    author.morphing(promotion_rows);
    author.ends_and_counters();
    author.lines.join("\n") + "\n"
}

fn size(c: &mut Choices) -> (usize, usize) {
    if c.chance(30) {
        let files = 4 + c.below(13);
        return (files, 4 + c.below((128 / files).min(16) - 3));
    }
    let sizes = [
        (4, 4),
        (5, 5),
        (8, 8),
        (9, 9),
        (10, 8),
        (10, 10),
        (9, 11),
        (12, 10),
        (16, 8),
        (8, 16),
    ];
    c.pick(&sizes)
}

/// What the movements of a game may have beside leaps and rides.
#[derive(Clone, Copy)]
struct Flavour {
    progressive: bool,
    initial: bool,
    en_passant: bool,
}

/// A random movement that begins with `start`. What cannot be read is left out, so the text is always right.
fn movement(c: &mut Choices, flavour: Flavour, start: &str) -> String {
    let mut text = start.to_string();
    for _ in 0..1 + c.below(3) {
        for _ in 0..4 {
            let longer = text.clone() + &part(c, flavour);
            if notation::parse(&longer).is_ok() {
                text = longer;
                break;
            }
        }
    }
    if text.is_empty() { "W".into() } else { text }
}

fn part(c: &mut Choices, flavour: Flavour) -> String {
    let mut text = String::new();
    if flavour.initial && c.chance(20) {
        text.push('i');
    }
    for _ in 0..c.pick(&[0, 0, 0, 1, 1, 2]) {
        text.push(c.pick(&['f', 'b', 'l', 'r', 'v', 's', 'h']));
    }
    text += c.pick(&["", "", "", "m", "c"]);
    if flavour.en_passant && text.ends_with('c') && c.chance(50) {
        text.push('e');
    }
    let atom = c.pick(&['W', 'F', 'D', 'N', 'A', 'H', 'C', 'Z', 'G', 'R', 'B', 'Q', 'K']);
    if "DA".contains(atom) && c.chance(50) {
        text.push('n');
    }
    text.push(atom);
    match c.below(10) {
        6 => text.push(atom),
        7 => text += c.pick(&["2", "3", "5", "0"]),
        8 if flavour.progressive => text.push('+'),
        9 if flavour.progressive => text.push('*'),
        _ => {}
    }
    text
}

fn has_first_move(text: &str) -> bool {
    let movement = notation::parse(text).expect("a movement");
    movement.parts.iter().any(|p| p.initial)
}

/// A man for the array.
#[derive(Clone)]
struct Actor {
    /// As FEN has it for Black.
    id: String,
    /// Whether one must stand where initial moves begin.
    first_move: bool,
}

struct Author<'a> {
    c: Choices<'a>,
    files: usize,
    ranks: usize,
    /// How many ranks each side fills.
    rows: usize,
    flavour: Flavour,
    lines: Vec<String>,
    /// All men but the king.
    letters: Vec<char>,
    /// Those that promote by choice of a letter.
    pawns: Vec<char>,
    with_forms: Vec<char>,
    cast: Vec<Actor>,
    /// What stands at the start, from each side's own first rank.
    grid: Vec<Vec<Option<String>>>,
    rights: String,
}

impl Author<'_> {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    fn set_men(&mut self, key: &str, letters: &[char]) {
        let text: String = letters.iter().collect();
        self.set(key, if text.is_empty() { "-" } else { &text });
    }

    fn has_key(&self, key: &str) -> bool {
        self.lines.iter().any(|line| line.starts_with(&format!("{key} ")))
    }

    fn men(&mut self) {
        let first = self.c.below(16);
        for n in 0..1 + self.c.below(9) {
            let letter = char::from(b"abcdefghijlmnopqrstuvwxyz"[first + n]);
            self.letters.push(letter);
            // Who captures en passant needs somebody who steps two squares.
            let named = ["pawn", "pawn", "pawn", "knight", "queen", "immobile", "clobber"];
            let key = if self.c.chance(50) && !(n == 0 && self.flavour.en_passant) {
                self.c.pick(&named)
            } else {
                ""
            };
            let mut first_move = false;
            if key.is_empty() || self.has_key(key) {
                let starts: &[&str] = match (self.flavour.en_passant, n) {
                    (true, 0) => &["imfnD", "ifnD", "imsnD", "imnD", "imfnA", "inA"],
                    (true, _) => &["", "fceF", "ceF", "mFfceW", "ceN", "fmWfceFifmnD"],
                    _ => &[""],
                };
                let start = self.c.pick(starts);
                let text = movement(&mut self.c, self.flavour, start);
                self.set(&format!("customPiece{}", n + 1), format!("{letter}:{text}"));
                first_move = has_first_move(&text);
            } else {
                self.set(key, letter);
            }
            let id = letter.to_string();
            self.cast.push(Actor { id, first_move });
        }
        if self.c.chance(70) {
            self.pawns = self.c.some(&self.letters, 40);
        }
        self.with_forms = self
            .c
            .some(&self.letters, if self.flavour.progressive { 30 } else { 15 });
        self.with_forms.retain(|letter| !self.pawns.contains(letter));
        for (n, letter) in self.with_forms.clone().into_iter().enumerate() {
            let text = movement(&mut self.c, self.flavour, "");
            self.set(&format!("promotedForm{}", n + 1), format!("{letter}:{text}"));
            let first_move = has_first_move(&text);
            if first_move || self.c.chance(50) {
                let id = format!("+{letter}");
                self.cast.push(Actor { id, first_move });
            }
        }
    }

    /// Castling never, by keys, by the king's movement, or free; the partners are set on the first rank.
    fn king_and_castling(&mut self) {
        let flavour = Flavour {
            progressive: false,
            ..self.flavour
        };
        let mut king = match self.c.below(4) {
            3 => movement(&mut self.c, flavour, ""),
            2 => movement(&mut self.c, flavour, "K"),
            _ => "K".into(),
        };
        let first_move = has_first_move(&king);
        let (keys, written, free) = self.c.pick(&[(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]);
        let file = self.c.below(self.files);
        let row = if keys + written + free == 0 {
            self.c.below(self.rows)
        } else {
            0
        };
        self.grid[row][file] = Some("k".into());
        let partners = if self.c.chance(20) {
            self.letters.clone()
        } else {
            vec![self.c.pick(&self.letters)]
        };
        let wings = [("King", 'r', 'K', file + 1, self.files), ("Queen", 'l', 'Q', 0, file)];
        for (wing, direction, right, begin, end) in wings {
            if keys + written + free == 0 || begin == end || self.c.chance(15) {
                continue;
            }
            let mut partner = begin + self.c.below(end - begin);
            let mut king_to = begin + self.c.below(end - begin);
            if written == 1 {
                king += &format!("i{direction}O{}", king_to.abs_diff(file));
                partner = if right == 'K' { self.files - 1 } else { 0 };
            } else {
                if free == 1 {
                    king_to = self.c.below(self.files);
                } else {
                    self.set(&format!("castlingRook{wing}sideFile"), partner + 1);
                }
                self.set(&format!("castling{wing}sideFile"), king_to + 1);
            }
            self.grid[0][partner] = Some(self.c.pick(&partners).to_string());
            self.rights.push(right);
        }
        self.set("king", format!("k:{king}"));
        match (keys + free, self.rights.is_empty()) {
            (_, true) => self.set("castling", false),
            (1, _) => self.set_men("castlingRookPieces", &partners),
            _ => {}
        }
        if free == 1 && !self.rights.is_empty() {
            self.set("chess960", true);
        }
        if first_move {
            let id = "k".into();
            self.cast.push(Actor { id, first_move });
        }
    }

    /// Where initial moves begin: all of the array's ranks, or one of the first two. Who has them stands there.
    fn first_moves(&mut self) {
        let rows: Vec<usize> = match self.c.below(3) {
            0 => (0..self.rows).collect(),
            n => vec![n.min(self.rows) - 1],
        };
        let anybody = self.cast.iter().any(|a| a.first_move);
        if !(anybody || self.has_key("pawn") && self.flavour.initial) {
            return self.set("doubleStep", false);
        }
        let ranks = self.ranks;
        self.set("doubleStepRegionWhite", region(rows.iter().map(|row| row + 1)));
        self.set("doubleStepRegionBlack", region(rows.iter().map(|row| ranks - row)));
        for actor in self.cast.clone().into_iter().filter(|a| a.first_move && a.id != "k") {
            let squares = rows
                .iter()
                .flat_map(|row| (0..self.files).map(move |file| (*row, file)));
            let free: Vec<(usize, usize)> = squares.filter(|s| self.grid[s.0][s.1].is_none()).collect();
            if !free.is_empty() {
                let (row, file) = self.c.pick(&free);
                self.grid[row][file] = Some(actor.id);
            }
        }
    }

    fn start(&mut self) {
        self.cast.retain(|a| a.id != "k");
        for square in self.grid.iter_mut().flatten() {
            if square.is_none() && !self.c.chance(25) {
                *square = Some(self.c.pick(&self.cast).id);
            }
        }
        let white: Vec<String> = self
            .grid
            .iter()
            .rev()
            .map(|row| rank(row.iter()).to_uppercase())
            .collect();
        let turned = self.rights.is_empty() && self.c.chance(20);
        let black = self.grid.iter().map(|row| {
            if turned {
                rank(row.iter().rev())
            } else {
                rank(row.iter())
            }
        });
        let empty = std::iter::repeat_n(self.files.to_string(), self.ranks - 2 * self.rows);
        let board: Vec<String> = black.chain(empty).chain(white).collect();
        let (white, black) = (self.rights.clone(), self.rights.to_lowercase());
        let rights = if white.is_empty() { "-".into() } else { white + &black };
        self.set("startFen", format!("{} w {rights} - 0 1", board.join("/")));
    }

    /// On the last one to three ranks, mostly alike for both colours; gives how many.
    fn promotion(&mut self) -> usize {
        let others: Vec<char> = self
            .letters
            .iter()
            .copied()
            .filter(|l| !self.pawns.contains(l))
            .collect();
        let targets = self.c.some(&others, 60);
        if self.pawns.is_empty() || targets.is_empty() {
            self.set("promotionPawnTypes", "-");
            if self.with_forms.is_empty() {
                return 0;
            }
        } else {
            self.set_men("promotionPawnTypes", &self.pawns.clone());
            if self.c.chance(20) {
                self.set_men("promotionPieceTypesWhite", &targets);
                self.set_men("promotionPieceTypesBlack", &targets[..1]);
            } else {
                self.set_men("promotionPieceTypes", &targets);
            }
            let mandatory = !self.c.chance(40);
            self.set("mandatoryPawnPromotion", mandatory);
        }
        let rows = 1 + self.c.below((self.ranks - self.rows).min(3));
        let black = if self.c.chance(10) { 1 } else { rows };
        self.set("promotionRegionWhite", region(self.ranks + 1 - rows..=self.ranks));
        self.set("promotionRegionBlack", region(1..=black));
        rows
    }

    /// On a rank that is neither one of promotion nor one of castling, and mostly on its mirror image.
    fn morphing(&mut self, promotion_rows: usize) {
        let edge = promotion_rows.max(usize::from(!self.rights.is_empty()));
        if self.ranks <= 2 * edge || !self.c.chance(30) {
            return;
        }
        let row = edge + 1 + self.c.below(self.ranks - 2 * edge);
        let letters = (0..self.files).map(|_| {
            if self.c.chance(60) {
                self.c.pick(&self.letters)
            } else {
                '-'
            }
        });
        let letters: String = letters.collect();
        self.set(&format!("morphRank{row}"), &letters);
        let mirror = self.ranks + 1 - row;
        if mirror != row && self.c.chance(70) {
            self.set(&format!("morphRank{mirror}"), &letters);
        }
    }

    fn ends_and_counters(&mut self) {
        let restarts = if self.c.chance(50) {
            self.c.some(&self.letters, 40)
        } else {
            self.pawns.clone()
        };
        self.set_men("nMoveRuleTypes", &restarts);
        let choices: [(&str, &[&str]); 7] = [
            ("stalemateValue", &["draw", "loss", "win"]),
            ("bareKing", &["none", "loss"]),
            ("nMoveRule", &["50", "0", "3"]),
            ("nFoldRule", &["3", "0", "2"]),
            ("counterGrowth", &["fullRange", "everyMove"]),
            ("checkEndsRide", &["false", "true"]),
            ("returnHome", &["false", "true"]),
        ];
        for (key, values) in choices {
            let value = self.c.pick(values);
            self.set(key, value);
        }
    }
}

/// Ranks as a region.
fn region(ranks: impl Iterator<Item = usize>) -> String {
    ranks.map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
}

/// A rank as FEN has it.
fn rank<'a>(squares: impl Iterator<Item = &'a Option<String>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    let close = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *text += &empty.to_string();
        }
        *empty = 0;
    };
    for square in squares {
        match square {
            None => empty += 1,
            Some(id) => {
                close(&mut text, &mut empty);
                text += id;
            }
        }
    }
    close(&mut text, &mut empty);
    text
}

/// A random position of a game: men anywhere, with counters and marks. Nobody stands where he must have promoted. Where
/// men castle, often they are on their squares for it.
pub fn placement(numbers: &[u16], rules: &Rules) -> String {
    let mut c = Choices::new(numbers);
    let (files, ranks) = (usize::from(rules.board.files), usize::from(rules.board.ranks));
    let crowd = c.pick(&[15, 30, 60]);
    let home = rules.castling.as_ref().filter(|_| c.chance(50));
    let kings = match home {
        Some(castling) => [0, ranks - 1].map(|row| row * files + usize::from(castling.king_file)),
        None => [c.below(files * ranks), c.below(files * ranks)],
    };
    let (mut rows, mut states) = (Vec::new(), Vec::new());
    for row in (0..ranks).rev() {
        let mut squares = Vec::new();
        for file in 0..files {
            let square = row * files + file;
            let king = kings.iter().position(|k| *k == square);
            let is_partner = |castling: &&Castling| {
                let mut wings = castling.wings.iter().flatten();
                (row == 0 || row + 1 == ranks) && wings.any(|w| usize::from(w.partner_file) == file)
            };
            let (mut ty, mut is_black) = (c.below(rules.men.len()), c.chance(50));
            if let Some(index) = king {
                (ty, is_black) = (rules.king().index(), index == 1);
            } else if let Some(castling) = home.filter(is_partner) {
                (ty, is_black) = (c.pick(&castling.partners).index(), row > 0);
            } else if !c.chance(crowd) {
                squares.push(None);
                continue;
            }
            let man = &rules.men[ty];
            let must = man.promotion.as_ref().filter(|p| p.mandatory);
            let stuck = must.is_some_and(|p| p.zone[usize::from(is_black)] >> square & 1 != 0);
            if stuck || man.royal && king.is_none() {
                squares.push(None);
                continue;
            }
            squares.push(Some(if is_black { man.id().to_lowercase() } else { man.id() }));
            let mut to = man.promotion.iter().flat_map(|p| p.to.iter().flatten());
            let has_form = to.any(|ty| rules.men[ty.index()].promoted);
            let is_home = row == if is_black { ranks - 1 } else { 0 };
            let counter = if man.has_counter() {
                c.pick(&[1, 1, 2, 3, 5, 99])
            } else {
                1
            };
            let away = rules.return_home && has_form && !is_home && c.chance(30);
            if counter > 1 || away {
                let name = format!("{}{}", char::from(b'a' + file as u8), row + 1);
                states.push(format!("{name}:{counter}{}", if away { "-" } else { "" }));
            }
        }
        rows.push(rank(squares.iter()));
    }
    let side = c.pick(&["w", "b"]);
    let rights = if rules.castling.is_some() { "KQkq" } else { "-" };
    let fen = format!("{} {side} {rights} - 0 1 {}", rows.join("/"), states.join(","));
    fen.trim_end().to_string()
}
