//! Searches, those who hear of them, and how long they go on after they have been told something.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ninefold::eval::Evaluator;
use ninefold::search::{Control, Info, Limits, Report, Table, think};
use ninefold::{Bitboard, Position};

/// The evaluator of a position's variant, derived once.
pub fn evaluator<B: Bitboard>(position: &Position<B>) -> Arc<Evaluator> {
    static DERIVED: Mutex<Option<HashMap<String, Arc<Evaluator>>>> = Mutex::new(None);
    let rules = position.variant().rules();
    let mut derived = DERIVED.lock().expect("no test panics while it derives");
    let new = || Arc::new(Evaluator::new(rules));
    Arc::clone(
        derived
            .get_or_insert_default()
            .entry(rules.name.clone())
            .or_insert_with(new),
    )
}

/// Hears nothing.
pub struct Silent;

impl Report for Silent {
    fn info(&mut self, _: &Info) {}
}

/// Keeps all reports.
#[derive(Default)]
pub struct All(pub Vec<Info>);

impl Report for All {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

/// Runs a search in a thread of its own with the stack that threads usually have, and tells it something meanwhile.
pub fn told<B: Bitboard>(
    position: &Position<B>,
    limits: &Limits,
    pondering: bool,
    tell: impl FnOnce(&Control),
) -> Duration {
    let control = Control::default();
    control.pondering.store(pondering, Relaxed);
    let control = &control;
    std::thread::scope(|scope| {
        let position = position.clone();
        let search = scope.spawn(move || {
            think(
                &position,
                &*evaluator(&position),
                limits,
                control,
                &mut Table::new(1),
                &mut Silent,
            );
            Instant::now()
        });
        std::thread::sleep(Duration::from_millis(60));
        assert!(!search.is_finished());
        let asked = Instant::now();
        tell(control);
        let ended = search.join().expect("the search to end");
        ended - asked
    })
}

/// The shortest of ten tries: the machine that runs this may be busy with other things.
pub fn shortest(mut run: impl FnMut() -> Duration) -> Duration {
    (0..10).map(|_| run()).min().unwrap_or_default()
}

/// Where a game begins.
pub fn start<B: Bitboard>(variant: &str) -> Position<B> {
    let rules = super::rules(variant);
    super::position(&rules, &rules.start)
}
