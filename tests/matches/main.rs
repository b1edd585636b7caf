//! Matches as `ninefold match` plays them: against engines that do all that engines do wrong, and between real ones.
//!
//! The engines that do wrong are this program itself, called with `stub`: see `stub.rs`. Tests run one after the other, so
//! that they do not take each other's time.

mod faults;
mod games;
mod stub;
mod whole;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|word| word == "stub") {
        stub::run(&words[2..]);
        return ExitCode::SUCCESS;
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let tests: Vec<Trial> = [faults::tests(), whole::tests(), games::tests()]
        .into_iter()
        .flatten()
        .collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// A test.
fn test(name: impl Into<String>, check: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        check();
        Ok(())
    })
}

/// How long any match here may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A match that is over.
struct Match {
    code: Option<i32>,
    output: String,
    errors: String,
    pgn: String,
}

impl Match {
    /// The lines that begin with this.
    fn lines(&self, start: &str) -> Vec<&str> {
        self.output.lines().filter(|line| line.starts_with(start)).collect()
    }

    /// Says all there is to say if something is not so.
    #[track_caller]
    fn expect(&self, what: &str, is_so: bool) {
        assert!(
            is_so,
            "{what}\nexit code {:?}\n{}\n{}\n{}",
            self.code, self.output, self.errors, self.pgn
        );
    }

    #[track_caller]
    fn says(&self, text: &str) {
        self.expect(&format!("expected `{text}`"), self.output.contains(text));
    }

    /// The values of a tag in the PGN.
    fn tags(&self, name: &str) -> Vec<&str> {
        let start = format!("[{name} \"");
        self.pgn
            .lines()
            .filter_map(|line| line.strip_prefix(start.as_str())?.strip_suffix("\"]"))
            .collect()
    }
}

fn ninefold() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

/// Words separated by spaces. `NINEFOLD` is the engine, `STUB` this program as an engine of UCI, `XSTUB` of XBoard.
fn words(text: &str) -> Vec<String> {
    let this = std::env::current_exe().unwrap();
    let stub = |protocol: &str| {
        [
            "cmd=".to_owned() + this.to_str().unwrap(),
            "arg=stub".into(),
            format!("arg={protocol}"),
        ]
    };
    text.split_whitespace()
        .flat_map(|word| match word {
            "NINEFOLD" => vec![format!("cmd={}", env!("CARGO_BIN_EXE_ninefold"))],
            "STUB" => stub("uci").to_vec(),
            "XSTUB" => [&stub("xboard")[..], &["proto=xboard".into()]].concat(),
            word => vec![word.to_owned()],
        })
        .collect()
}

/// A running match and where its output goes.
struct Running {
    process: Child,
    /// What a file of definitions needs to be read with.
    variants: Option<String>,
    files: [PathBuf; 3],
}

fn begin(text: &str) -> Running {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let file = |kind: &str| std::env::temp_dir().join(format!("ninefold-match-{}-{number}.{kind}", std::process::id()));
    let files = [file("out"), file("err"), file("pgn")];
    let process = ninefold()
        .arg("match")
        .args(words(text))
        .args(["-pgnout", files[2].to_str().unwrap()])
        .stdout(fs::File::create(&files[0]).unwrap())
        .stderr(fs::File::create(&files[1]).unwrap())
        .spawn()
        .unwrap();
    let mut after = text.split_whitespace().skip_while(|word| *word != "-variants").skip(1);
    Running {
        process,
        variants: after.next().map(str::to_owned),
        files,
    }
}

impl Running {
    /// Waits until it is over.
    fn end(mut self) -> Match {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.process.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if Instant::now() > end => break None,
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        let _ = self.process.kill();
        let [output, errors, pgn] = self
            .files
            .each_ref()
            .map(|file| fs::read_to_string(file).unwrap_or_default());
        let over = Match {
            code: status.and_then(|status| status.code()),
            output,
            errors,
            pgn,
        };
        over.expect("the match does not end", status.is_some());
        // Whatever has been written can be read back.
        let variants = self.variants.iter().flat_map(|file| ["--variants", file]);
        let check = ninefold()
            .args(variants)
            .arg("pgn-check")
            .arg(&self.files[2])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        over.expect(&said, over.pgn.is_empty() || check.status.success());
        self.files
            .iter()
            .for_each(|file| fs::remove_file(file).unwrap_or_default());
        over
    }
}

/// Plays a match.
fn play(text: &str) -> Match {
    begin(text).end()
}
