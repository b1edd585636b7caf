//! The keys of a definition as data: what each is called, what it takes, what it means.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// One key of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name; `N` stands for a number where [`Key::numbered`] holds.
    pub name: &'static str,
    /// What its value looks like.
    pub value: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// Whether it is Ninefold's own; Fairy-Stockfish does not know it.
    pub own: bool,
}

impl Key {
    /// Whether its name ends with a number: `customPiece1`.
    pub fn numbered(&self) -> bool {
        self.name.ends_with('N')
    }
}

const fn fairy(name: &'static str, value: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        value,
        meaning,
        default,
        own: false,
    }
}

const fn own(name: &'static str, value: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        value,
        meaning,
        default,
        own: true,
    }
}

/// All keys beside the [names of men](MEN), in the order in which they are applied: a general one before those for one
/// colour, whatever their order in the file.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    fairy("maxFile", "number or letter", "8", "number of files, at most 16"),
    fairy("maxRank", "number", "8", "number of ranks, at most 16; at most 128 squares"),
    fairy("customPieceN", "letter:movement, or -", "none", "a man of your own, N from 1 to 62"),
    own("promotedFormN", "letter:movement, or -", "none",
        "a form `+X` which man X may take on any move that ends in its promotion region; N from 1 to 62"),
    own("pieceNames", "letter:name, ...", "their key's name", "what men are called: `j:joker, +w:multiple wazir`"),
    fairy("startFen", "FEN", "the one of chess", "the start position"),
    fairy("pawnTypes", "letters", "the man of key `pawn`",
        "the pawns: sets promotionPawnTypes, enPassantTypes and nMoveRuleTypes"),
    fairy("promotionPawnTypes", "letters", "see pawnTypes", "the men that promote by choice of a letter"),
    fairy("promotionPawnTypesWhite", "letters", "see pawnTypes", "the same for White; must be as for Black"),
    fairy("promotionPawnTypesBlack", "letters", "see pawnTypes", "the same for Black; must be as for White"),
    fairy("promotionPieceTypes", "letters", "none", "what they promote to"),
    fairy("promotionPieceTypesWhite", "letters", "none", "what White's promote to"),
    fairy("promotionPieceTypesBlack", "letters", "none", "what Black's promote to"),
    fairy("promotionRegionWhite", "region", "*8", "where White promotes"),
    fairy("promotionRegionBlack", "region", "*1", "where Black promotes"),
    fairy("mandatoryPawnPromotion", "true, false", "true", "whether promotionPawnTypes must promote there"),
    fairy("doubleStep", "true, false", "true",
        "whether men have their initial moves: the double step of key `pawn`, `i` in a movement"),
    fairy("doubleStepRegionWhite", "region", "*2", "where White's men have them"),
    fairy("doubleStepRegionBlack", "region", "*7", "where Black's men have them"),
    fairy("enPassantTypes", "letters", "key `pawn`, men with `e`", "the men that capture en passant"),
    fairy("enPassantTypesWhite", "letters", "see enPassantTypes", "the same for White; must be as for Black"),
    fairy("enPassantTypesBlack", "letters", "see enPassantTypes", "the same for Black; must be as for White"),
    fairy("enPassantRegion", "-", "everywhere", "where en passant is allowed; only - (nowhere) can be set"),
    fairy("enPassantRegionWhite", "-", "everywhere", "the same for White; must be as for Black"),
    fairy("enPassantRegionBlack", "-", "everywhere", "the same for Black; must be as for White"),
    fairy("castling", "true, false", "true", "whether the king castles, where the start position allows it"),
    fairy("castlingKingsideFile", "number or letter", "g", "where the king goes when castling towards the last file"),
    fairy("castlingQueensideFile", "number or letter", "c", "where it goes towards the first file"),
    fairy("castlingRank", "1", "1", "the rank of castling, from each side's own"),
    fairy("castlingKingFile", "number or letter", "its start file", "where the king stands"),
    fairy("castlingKingPiece", "letter", "the king", "who castles; must be the king"),
    fairy("castlingKingPieceWhite", "letter", "the king", "the same for White"),
    fairy("castlingKingPieceBlack", "letter", "the king", "the same for Black"),
    fairy("castlingRookKingsideFile", "number or letter", "the last file",
        "where its partner stands; the nearest partner inwards from there counts"),
    fairy("castlingRookQueensideFile", "number or letter", "the first file", "the same on the other side"),
    fairy("castlingRookPieces", "letters or *", "key `rook`; with `O` the man in the corner",
        "the partners; * is any man but the king"),
    fairy("castlingRookPiecesWhite", "letters or *", "see castlingRookPieces", "the same for White; must be as for Black"),
    fairy("castlingRookPiecesBlack", "letters or *", "see castlingRookPieces", "the same for Black; must be as for White"),
    fairy("chess960", "true, false", "false", "whether king and partners may start on any file and castle from there"),
    fairy("stalemateValue", "win, draw, loss", "draw", "what it means for the side to move to have no legal move"),
    fairy("nMoveRule", "number", "50", "after how many full moves without capture or pawn's move it is a draw; 0: never"),
    fairy("nMoveRuleTypes", "letters", "see pawnTypes", "the men whose moves restart that count"),
    fairy("nMoveRuleTypesWhite", "letters", "see pawnTypes", "the same for White; must be as for Black"),
    fairy("nMoveRuleTypesBlack", "letters", "see pawnTypes", "the same for Black; must be as for White"),
    fairy("nFoldRule", "number", "3", "at which occurrence of a position it is a draw; 0: never"),
    own("counterGrowth", "fullRange, everyMove", "fullRange",
        "when the counter of a man with `+` or `*` grows: when it moves its maximum range, or with every move"),
    own("checkEndsRide", "true, false", "false",
        "whether a ride of `+` or `*` ends where the man attacks the opposing king"),
    own("returnHome", "true, false", "false",
        "whether a man that came from a pawn must have been on its own first rank before it takes its promoted form"),
    own("morphRankN", "a letter or - for each file, or -", "none",
        "what any man but the king turns into when it lands on rank N; alike for both colours"),
    own("bareKing", "loss, none", "none", "what it means to have no man but the king"),
    own("shuffle", "letters, fischer or -", "none",
        "numbered start positions: these men permuted over the first ranks, or those of Fischer random chess"),
    own("shuffleTwoColours", "letters", "none", "men of a shuffle that come in pairs, one on each colour of square"),
    fairy("pieceToCharTable", "anything", "-", "for XBoard's pictures; has no effect"),
    fairy("variantTemplate", "anything", "fairy", "for XBoard's pictures; has no effect"),
];

/// A man that a definition can name by a key of its own: `knight = n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMan {
    /// The key.
    pub key: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// How it moves; `None` if that cannot be expressed. The pawn's has double step and en passant added.
    pub movement: Option<&'static str>,
}

const fn man(key: &'static str, name: &'static str, movement: &'static str) -> NamedMan {
    NamedMan {
        key,
        name,
        movement: Some(movement),
    }
}

const fn foreign(key: &'static str) -> NamedMan {
    NamedMan {
        key,
        name: key,
        movement: None,
    }
}

/// Fairy-Stockfish's men, in its order; the king stands by itself.
#[rustfmt::skip]
pub const MEN: &[NamedMan] = &[
    man("pawn", "pawn", "fmWfcF"),
    man("knight", "knight", "N"),
    man("bishop", "bishop", "B"),
    man("rook", "rook", "R"),
    man("queen", "queen", "Q"),
    man("fers", "ferz", "F"),
    man("alfil", "alfil", "A"),
    man("fersAlfil", "ferz-alfil", "FA"),
    man("silver", "silver", "FfW"),
    man("aiwok", "aiwok", "RNF"),
    man("bers", "dragon king", "RF"),
    man("archbishop", "archbishop", "BN"),
    man("chancellor", "chancellor", "RN"),
    man("amazon", "amazon", "QN"),
    man("knibis", "knibis", "mNcB"),
    man("biskni", "biskni", "mBcN"),
    man("kniroo", "kniroo", "mNcR"),
    man("rookni", "rookni", "mRcN"),
    man("shogiPawn", "shogi pawn", "fW"),
    man("lance", "lance", "fR"),
    man("shogiKnight", "shogi knight", "fN"),
    man("gold", "gold", "WfF"),
    man("dragonHorse", "dragon horse", "BW"),
    man("clobber", "clobber piece", "cW"),
    man("breakthrough", "breakthrough piece", "fmWfF"),
    man("immobile", "immobile piece", ""),
    foreign("cannon"),
    foreign("janggiCannon"),
    man("soldier", "soldier", "fsW"),
    foreign("horse"),
    foreign("elephant"),
    foreign("janggiElephant"),
    foreign("banner"),
    man("wazir", "wazir", "W"),
    man("commoner", "commoner", "K"),
    man("centaur", "centaur", "KN"),
];

/// Keys Fairy-Stockfish has and these rules cannot express, each with the value that changes nothing (and is taken).
#[rustfmt::skip]
pub const NOT_SUPPORTED: &[(&str, &str)] = &[
    ("pocketSize", "0"), ("twoBoards", "false"), ("pieceValueMg", "-"), ("pieceValueEg", "-"),
    ("sittuyinPromotion", "false"), ("promotionLimit", "-"), ("promotedPieceType", "-"),
    ("piecePromotionOnCapture", "false"), ("mandatoryPiecePromotion", "false"), ("pieceDemotion", "false"),
    ("blastOnCapture", "false"), ("blastImmuneTypes", "-"), ("mutuallyImmuneTypes", "-"),
    ("petrifyOnCaptureTypes", "-"), ("petrifyBlastPieces", "false"),
    ("tripleStepRegionWhite", "-"), ("tripleStepRegionBlack", "-"),
    ("castlingDroppedPiece", "false"), ("oppositeCastling", "false"), ("castlingWins", "-"),
    ("checking", "true"), ("dropChecks", "true"), ("mustCapture", "false"),
    ("mustDrop", "false"), ("mustDropType", "*"), ("pieceDrops", "false"), ("dropLoop", "false"),
    ("capturesToHand", "false"), ("firstRankPawnDrops", "false"), ("promotionZonePawnDrops", "false"),
    ("enclosingDrop", "none"), ("enclosingDropStart", "-"), ("dropRegionWhite", "-"), ("dropRegionBlack", "-"),
    ("sittuyinRookDrop", "false"), ("dropOppositeColoredBishop", "false"), ("dropPromoted", "false"),
    ("dropNoDoubled", "-"), ("dropNoDoubledCount", "1"), ("immobilityIllegal", "false"),
    ("gating", "false"), ("wallingRule", "none"), ("wallingRegion", "-"), ("wallingRegionWhite", "-"),
    ("wallingRegionBlack", "-"), ("wallOrMove", "false"), ("seirawanGating", "false"), ("cambodianMoves", "false"),
    ("diagonalLines", "-"), ("pass", "false"), ("passWhite", "false"), ("passBlack", "false"),
    ("passOnStalemate", "false"), ("passOnStalemateWhite", "false"), ("passOnStalemateBlack", "false"),
    ("makpongRule", "false"), ("flyingGeneral", "false"), ("soldierPromotionRank", "1"),
    ("flipEnclosedPieces", "none"), ("nFoldValue", "draw"), ("nFoldValueAbsolute", "false"),
    ("perpetualCheckIllegal", "false"), ("moveRepetitionIllegal", "false"), ("chasingRule", "none"),
    ("stalematePieceCount", "false"), ("checkmateValue", "loss"), ("shogiPawnDropMateIllegal", "false"),
    ("shatarMateRule", "false"), ("bikjangRule", "false"), ("extinctionValue", "none"), ("extinctionClaim", "false"),
    ("extinctionPseudoRoyal", "false"), ("dupleCheck", "false"), ("extinctionPieceTypes", "-"),
    ("extinctionPieceCount", "0"), ("extinctionOpponentPieceCount", "0"), ("flagPiece", "*"),
    ("flagPieceWhite", "*"), ("flagPieceBlack", "*"), ("flagRegion", "-"), ("flagRegionWhite", "-"),
    ("flagRegionBlack", "-"), ("flagPieceCount", "1"), ("flagPieceBlockedWin", "false"), ("flagMove", "false"),
    ("flagPieceSafe", "false"), ("checkCounting", "false"), ("connectN", "0"), ("connectPieceTypes", "*"),
    ("connectHorizontal", "true"), ("connectVertical", "true"), ("connectDiagonal", "true"),
    ("connectRegion1White", "-"), ("connectRegion2White", "-"), ("connectRegion1Black", "-"),
    ("connectRegion2Black", "-"), ("connectNxN", "0"), ("collinearN", "0"), ("connectValue", "win"),
    ("materialCounting", "none"), ("adjudicateFullBoard", "false"), ("countingRule", "none"),
];

/// Keys of old definition files, and what to write today.
pub const OUTDATED: &[(&str, &str)] = &[
    ("promotionRank", "promotionRegionWhite and promotionRegionBlack"),
    ("doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"),
    ("doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("dropOnTop", "enclosingDrop"),
];

/// All names that have a meaning, to find the one somebody meant.
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    let known = KEYS.iter().map(|k| k.name).chain(MEN.iter().map(|m| m.key));
    known.chain(["king"]).chain(NOT_SUPPORTED.iter().map(|k| k.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::notation;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique() {
        let all: Vec<_> = all_names().chain(OUTDATED.iter().map(|k| k.0)).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn movements_of_named_men_can_be_read() {
        for man in MEN {
            if let Some(text) = man.movement.filter(|t| !t.is_empty()) {
                notation::parse(text).unwrap();
            }
        }
    }
}
