//! The signs of the notation as data: what each is, what it means, and movements to try it with.

/// One sign of the notation, or some that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The signs, separated by spaces.
    pub signs: &'static str,
    /// What they mean.
    pub meaning: &'static str,
    /// Movements that have them, separated by spaces.
    pub examples: &'static str,
}

const fn sign(signs: &'static str, meaning: &'static str, examples: &'static str) -> Sign {
    Sign {
        signs,
        meaning,
        examples,
    }
}

/// All signs, in the order in which one learns them.
#[rustfmt::skip]
pub const SIGNS: &[Sign] = &[
    sign("W F", "one square straight; one square diagonally", "W F WF"),
    sign("D N A", "leaps (0,2), (1,2), (2,2), over whatever stands between", "D N A"),
    sign("H C Z G", "leaps (0,3), (1,3), (2,3), (3,3)", "H C Z G"),
    sign("R B Q K", "rook, bishop, queen, king: the same as `W0`, `F0`, both of these, `WF`", "R B Q K"),
    sign("5", "behind an atom: the leap up to so many times in one direction, over empty squares", "R5 N2 NQ3 R10"),
    sign("0 NN", "without limit; the same as the letter twice", "D0 NN CC"),
    sign("+", "ours: as many times as the man's counter says, in one direction", "W+ N+"),
    sign("*", "ours: as many leaps as the counter says, each in any direction", "W* F*"),
    sign("f b l r", "before an atom: forward, backward, left, right as the man's own side sees it: Black's forward is down, its left towards the last file", "fW rbF lN"),
    sign("v s", "forward and backward; left and right", "vR sW"),
    sign("ff fs fh", "on `N C Z`: the two narrow forward leaps (also `fN`), the two wide ones, all four", "ffN fsN fhC"),
    sign("fr rf", "on `F A G` the one leap between; on `N C Z` the second letter is the longer axis", "frF frN rfN"),
    sign("hr hl", "on `N C Z`: the four leaps of one turn", "hrN hlZ"),
    sign("m c", "only without capture; only with capture", "mRcN fmWfcF"),
    sign("i", "only from doubleStepRegionWhite and doubleStepRegionBlack (and with counter 1)", "ifmnD"),
    sign("n", "on `D` and `A`: the square half way must be empty", "nD nA fnD"),
    sign("e", "with `c` on a leap: captures en passant too", "fceF"),
    sign("O", "with `i`, of the king: castles, so many squares towards its partner; `l` and `r` for one side only",
        "KisO2 KirO2ilO3"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::notation::parse;

    #[test]
    fn examples_can_be_read() {
        for sign in SIGNS {
            for example in sign.examples.split(' ') {
                parse(example).unwrap_or_else(|e| panic!("{}: {e}", sign.signs));
            }
        }
    }

    #[test]
    fn every_letter_that_can_be_read_is_there() {
        let all: String = SIGNS.iter().map(|s| s.signs).collect();
        for letter in "WFDNAHCZGRBQKOfblrvshmcine+*".chars() {
            assert!(all.contains(letter), "{letter}");
        }
    }
}
