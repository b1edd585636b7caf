//! The small values everything else is built from: squares, colours, piece types, moves.

use std::fmt;
use std::ops::Not;

/// A square by its index: `rank * files + file`, both counted from 0 at White's left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of this index, below 128.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 128);
        Square(index)
    }
    /// The index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it shows the compiler that tables of 128 entries need no further check.
        (self.0 & 127) as usize
    }
    /// The square half way between two that have one.
    #[inline(always)]
    pub(crate) const fn half_way(from: Square, to: Square) -> Square {
        Square((from.0 + to.0) / 2)
    }
}

/// The size of a board, and what depends on it alone: the names of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Number of files, 1 to 16.
    pub files: u8,
    /// Number of ranks, 1 to 16.
    pub ranks: u8,
}

impl Geometry {
    /// Number of squares.
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }
    /// The square on a file and a rank, both counted from 0, if they are on the board.
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let on_board = (0..i32::from(self.files)).contains(&file) && (0..i32::from(self.ranks)).contains(&rank);
        on_board.then(|| Square((rank * i32::from(self.files) + file) as u8))
    }
    /// File of a square, from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }
    /// Rank of a square, from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }
    /// All squares, from the lowest index.
    pub fn all(self) -> impl Iterator<Item = Square> + Clone {
        (0..self.squares() as u8).map(Square)
    }
    /// The letter of a file, counted from 0.
    pub const fn file_letter(file: u8) -> char {
        (b'a' + file) as char
    }
    /// The name of a square: `a1`, `i11`.
    ///
    /// ```
    /// use ninefold::Geometry;
    /// let board = Geometry { files: 9, ranks: 11 };
    /// let corner = board.parse("i11").unwrap();
    /// assert_eq!(corner.index(), 98);
    /// assert_eq!(board.name(corner), "i11");
    /// assert_eq!(board.parse("j1"), None);
    /// ```
    pub fn name(self, square: Square) -> String {
        self.name_counted(square, 1)
    }
    /// The name of a square where the first rank has the number `first`.
    pub fn name_counted(self, square: Square, first: u8) -> String {
        format!("{}{}", Self::file_letter(self.file(square)), self.rank(square) + first)
    }
    /// The names of the first and the last square where the first rank has the number `first`.
    pub fn corners_counted(self, first: u8) -> [String; 2] {
        let last = Square::new((self.squares() - 1) as u8);
        [Square::new(0), last].map(|square| self.name_counted(square, first))
    }
    /// The number that XBoard and those who speak its protocol give the first rank: 0 on a board of exactly ten ranks,
    /// so that each rank has one digit, else 1.
    pub const fn first_rank_of_xboard(self) -> u8 {
        if self.ranks == 10 { 0 } else { 1 }
    }
    /// The square of a name, if the whole text is the name of a square of this board.
    pub fn parse(self, name: &str) -> Option<Square> {
        match self.parse_prefix(name) {
            Some((square, "")) => Some(square),
            _ => None,
        }
    }
    /// The square whose name begins the text, and the rest of the text. Takes as many digits as there are.
    pub fn parse_prefix(self, text: &str) -> Option<(Square, &str)> {
        self.parse_prefix_counted(text, 1)
    }
    /// The same as [`parse_prefix`](Geometry::parse_prefix) where the first rank has the number `first`.
    pub fn parse_prefix_counted(self, text: &str, first: u8) -> Option<(Square, &str)> {
        let file = *text.as_bytes().first()?;
        if !file.is_ascii_lowercase() {
            return None;
        }
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (rank, rest) = text[1..].split_at(digits);
        if rank.starts_with('0') && digits > 1 || digits > 2 {
            return None;
        }
        let rank: i32 = rank.parse().ok()?;
        Some((self.square(i32::from(file - b'a'), rank - i32::from(first))?, rest))
    }
}

/// The side a man belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Moves first, plays up the board.
    White = 0,
    /// Plays down the board.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];
    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Whose man or castling right a letter of a FEN is: White's in upper case.
    pub const fn of_letter(letter: char) -> Self {
        if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A type of man of one variant: an index into [`Rules::men`](crate::variant::Rules::men).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(pub u8);

impl PieceType {
    /// How many types one variant may have.
    pub const MAX: usize = 62;
    /// The index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // As in `Square::index`, for tables of 64 entries.
        (self.0 & 63) as usize
    }
}

/// A man on a square in one byte: 0 for none, else twice the type plus colour, plus 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub u8);

impl Code {
    pub const NONE: Code = Code(0);

    #[inline(always)]
    pub fn new(color: Color, ty: PieceType) -> Self {
        Code(ty.0 * 2 + color as u8 + 1)
    }
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
    /// Its place in tables of 128 entries.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
    #[inline(always)]
    pub fn ty(self) -> PieceType {
        PieceType((self.0 - 1) >> 1)
    }
    #[inline(always)]
    pub fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }
}

/// What is special about a move, beside a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Nothing.
    Plain = 0,
    /// Castling; the move's target is the **partner's** square.
    Castling = 1,
    /// En-passant capture; the captured man is not on the target.
    EnPassant = 2,
}

/// A move in 22 bits: from, to, what the mover turns into by choice, and its kind.
///
/// A move means something only together with the position it was generated for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    /// No move: what a table holds where it knows none. Never generated.
    pub const NONE: Move = Move(0);

    /// A move without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Move(from.0 as u32 | (to.0 as u32) << 7 | (kind as u32) << 20)
    }
    /// A move that turns the mover into `to_type` by choice.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, to_type: PieceType) -> Self {
        Move(from.0 as u32 | (to.0 as u32) << 7 | (to_type.0 as u32 + 1) << 14)
    }
    /// Where the mover comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 127) as u8)
    }
    /// Where it goes (castling: the partner's square).
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7 & 127) as u8)
    }
    /// The type chosen, if the move promotes.
    #[inline(always)]
    pub const fn promoted(self) -> Option<PieceType> {
        match (self.0 >> 14) & 63 {
            0 => None,
            n => Some(PieceType(n as u8 - 1)),
        }
    }
    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 20 {
            0 => MoveKind::Plain,
            1 => MoveKind::Castling,
            _ => MoveKind::EnPassant,
        }
    }
    /// The move as bits, below 2^22.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }
    /// The move of these bits, as [`bits`](Move::bits) gave them.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Move(bits & 0x3f_ffff)
    }
}
