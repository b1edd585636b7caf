//! Numbered start positions: every number names one arrangement, the same for everybody.

use super::{Rules, Shuffle};
use crate::random::SplitMix64;
use crate::types::PieceType;

/// How many arrays Fischer random chess has.
const FISCHER_ARRAYS: u64 = 960;

/// Why there is no such arrangement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The game has one start position only.
    #[error("{0} has no numbered arrangements")]
    None(String),
    /// The number is too large.
    #[error("{variant} has no arrangement {number}: its numbers are 0 to {last}")]
    Number {
        /// The game.
        variant: String,
        /// The number asked for.
        number: u64,
        /// The last number there is.
        last: u64,
    },
    /// The men do not fit the game's start position.
    #[error("the shuffle of {0} does not fit its start position")]
    Array(String),
}

/// The start position of this number as FEN.
pub fn arrangement(rules: &Rules, number: u64) -> Result<String, ShuffleError> {
    let letters = match &rules.shuffle {
        None => return Err(ShuffleError::None(rules.name.clone())),
        Some(Shuffle::Permutation { .. }) if number == 0 => return Ok(rules.start.clone()),
        Some(Shuffle::Permutation { men, two_colours }) => permuted(rules, men, two_colours, number),
        Some(Shuffle::Fischer) if number >= FISCHER_ARRAYS => {
            return Err(ShuffleError::Number {
                variant: rules.name.clone(),
                number,
                last: FISCHER_ARRAYS - 1,
            });
        }
        Some(Shuffle::Fischer) => Some(fischer(number).iter().map(char::to_string).collect()),
    };
    letters
        .and_then(|letters| lay_out(rules, &letters))
        .ok_or_else(|| ShuffleError::Array(rules.name.clone()))
}

/// The men permuted, from `a1` along the ranks. Shuffles again until the pairs stand on squares of both colours;
/// `None` where that cannot be.
fn permuted(rules: &Rules, men: &[PieceType], two_colours: &[PieceType], number: u64) -> Option<Vec<String>> {
    /// One shuffle in a few succeeds; so many failures mean that none can.
    const TRIES: usize = 100_000;
    let mut random = SplitMix64(number);
    let mut order: Vec<PieceType> = men.to_vec();
    for _ in 0..TRIES {
        random.shuffle(&mut order);
        if two_colours.iter().all(|&ty| on_both_colours(rules, &order, ty)) {
            return order.iter().map(|ty| Some(rules.men.get(ty.index())?.id())).collect();
        }
    }
    None
}

/// Whether the men of a type, laid out in this order, stand on squares of both colours.
fn on_both_colours(rules: &Rules, order: &[PieceType], ty: PieceType) -> bool {
    let files = usize::from(rules.board.files);
    let colours = |colour| {
        (0..order.len())
            .filter(|&i| order[i] == ty)
            .any(|i| (i / files + i % files) % 2 == colour)
    };
    colours(0) && colours(1)
}

/// The array of a number below 960, by Reinhard Scharnagl's numbering.
fn fischer(number: u64) -> [char; 8] {
    /// Where the two knights go among the five squares then free.
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut array = [' '; 8];
    let n = number as usize;
    array[n % 4 * 2 + 1] = 'B';
    let n = n / 4;
    array[n % 4 * 2] = 'B';
    let n = n / 4;
    let free = |array: &[char; 8]| -> Vec<usize> { (0..8).filter(|&file| array[file] == ' ').collect() };
    let squares = free(&array);
    array[squares[n % 6]] = 'Q';
    let squares = free(&array);
    let (first, second) = KNIGHTS[n / 6 % 10];
    array[squares[first]] = 'N';
    array[squares[second]] = 'N';
    for (file, man) in free(&array).into_iter().zip(['R', 'K', 'R']) {
        array[file] = man;
    }
    array
}

/// The start position with these men, White's from `a1` along the ranks, Black's on the same files.
fn lay_out(rules: &Rules, men: &[String]) -> Option<String> {
    let (board, rest) = rules.start.split_once(' ')?;
    let files = usize::from(rules.board.files);
    let mut ranks: Vec<String> = board.split('/').map(str::to_owned).collect();
    let count = ranks.len();
    if !men.len().is_multiple_of(files) || men.len() / files * 2 > count {
        return None;
    }
    for (index, row) in men.chunks(files).enumerate() {
        let row = row.concat();
        ranks[index] = row.to_lowercase();
        ranks[count - 1 - index] = row;
    }
    Some(format!("{} {rest}", ranks.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn rules(name: &str) -> Rules {
        Rules::clone(Catalogue::builtin().rules(name).unwrap())
    }

    #[test]
    fn haynie_arrays_have_their_numbers() {
        let rules = rules("haynie");
        assert_eq!(arrangement(&rules, 0).unwrap(), rules.start);
        for (number, board) in [
            (
                1,
                "cfgmwranob/cbzkznhfqr/pppppppppp/10/10/10/10/PPPPPPPPPP/CBZKZNHFQR/CFGMWRANOB",
            ),
            (
                2,
                "zhfrncbznf/borkwcamqg/pppppppppp/10/10/10/10/PPPPPPPPPP/BORKWCAMQG/ZHFRNCBZNF",
            ),
            (
                3,
                "wbofbrzhrq/nnkcgzamcf/pppppppppp/10/10/10/10/PPPPPPPPPP/NNKCGZAMCF/WBOFBRZHRQ",
            ),
            (
                1000,
                "anczfbkfnh/rrcbmzqowg/pppppppppp/10/10/10/10/PPPPPPPPPP/RRCBMZQOWG/ANCZFBKFNH",
            ),
        ] {
            assert_eq!(
                arrangement(&rules, number).unwrap(),
                format!("{board} w - - 0 1"),
                "{number}"
            );
        }
        assert!(arrangement(&rules, u64::MAX).is_ok());
    }

    #[test]
    fn an_impossible_shuffle_ends() {
        let mut rules = rules("haynie");
        if let Some(Shuffle::Permutation { two_colours, .. }) = &mut rules.shuffle {
            two_colours.push(PieceType(0));
        }
        assert_eq!(arrangement(&rules, 7), Err(ShuffleError::Array("haynie".into())));
    }

    #[test]
    fn fischer_arrays_have_their_numbers() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let rules = rules("fischerandom");
        assert_eq!(arrangement(&rules, 518).unwrap(), start);
        let first = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert_eq!(arrangement(&rules, 0).unwrap(), first);
        let last = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1";
        assert_eq!(arrangement(&rules, 959).unwrap(), last);
        let error = arrangement(&rules, 960).unwrap_err().to_string();
        assert_eq!(error, "fischerandom has no arrangement 960: its numbers are 0 to 959");

        let all: std::collections::HashSet<_> = (0..960).map(|n| arrangement(&rules, n).unwrap()).collect();
        assert_eq!(all.len(), 960);
    }

    #[test]
    fn a_game_without_arrangements_says_so() {
        let error = arrangement(&rules("chess"), 0).unwrap_err().to_string();
        assert_eq!(error, "chess has no numbered arrangements");
    }
}
