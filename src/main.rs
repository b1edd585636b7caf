//! The `ninefold` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    ninefold::cli::main()
}
