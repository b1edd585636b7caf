//! Files of definitions.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::Catalogue;
use crate::variant::DefinitionError;

/// Largest file of definitions, bytes.
const LARGEST_FILE: u64 = 1 << 24;

impl Catalogue {
    /// The built-in variants and those of two files, with what is wrong with the files, the first file's first.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn with_files(base: Option<&Path>, user: Option<&Path>) -> io::Result<(Self, Vec<DefinitionError>)> {
        let mut catalogue = Catalogue::builtin();
        let mut errors = Vec::new();
        for path in [base, user].into_iter().flatten() {
            errors.extend(catalogue.load(&path.display().to_string(), &read_file(path)?));
        }
        Ok((catalogue, errors))
    }
}

/// The text of a file of definitions (or of anything else that a person has written).
///
/// # Errors
/// If it cannot be read or is too large; the error names it.
pub fn read_file(path: &Path) -> io::Result<String> {
    let explained = |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()));
    let refused = |why: &str| io::Error::other(format!("cannot read {}: {why}", path.display()));
    let file = File::open(path).map_err(explained)?;
    if !file.metadata().map_err(explained)?.is_file() {
        return Err(refused("it is not a file"));
    }
    let mut text = String::new();
    file.take(LARGEST_FILE + 1)
        .read_to_string(&mut text)
        .map_err(explained)?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(refused("it has more than 16 MiB"));
    }
    Ok(text)
}
