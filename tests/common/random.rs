//! Random numbers and random damage.

/// A small generator (Marsaglia's xorshift), so that a failure can be repeated from its number.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    /// Damages a text in one to three places: drops, doubles, replaces, exchanges or inserts characters.
    pub fn damage(&mut self, text: &str, alphabet: &str) -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let new = alphabet[self.below(alphabet.len())];
            if chars.is_empty() {
                chars.push(new);
            }
            let (at, other) = (self.below(chars.len()), self.below(chars.len()));
            match self.below(6) {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, chars[at]),
                2 => chars[at] = new,
                3 => chars.swap(at, other),
                4 => chars.insert(at, new),
                _ if self.below(8) == 0 => chars.truncate(at),
                _ => chars.insert(at, chars[other]),
            }
        }
        chars.into_iter().collect()
    }
}
