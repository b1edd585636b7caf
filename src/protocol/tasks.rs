//! The long commands (`go`, `perft`, `bench`) that wait or run, so that the reader can stop them.
//!
//! A long command gets its [`Control`] when its line is read, before it is queued: a `stop` right behind it finds it.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::Control;

/// How long what runs at `quit` may still take.
const LAST_MOMENT: Duration = Duration::from_millis(250);

/// The long commands between their line and their answer. Clones share them.
#[derive(Clone, Default)]
pub struct Tasks(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    pending: Vec<Task>,
    input_ended: bool,
}

struct Task {
    control: Arc<Control>,
    /// Whether it never ends by itself.
    endless: bool,
}

impl Task {
    fn stop(&self) {
        self.control.pondering.store(false, Ordering::Release);
        self.control.stop.store(true, Ordering::Release);
    }

    fn waits_for_the_input(&self) -> bool {
        self.endless || self.control.pondering.load(Ordering::Acquire)
    }
}

impl Tasks {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A long command has been read.
    pub fn begin(&self, pondering: bool, endless: bool) -> Arc<Control> {
        let control = Arc::new(Control::default());
        control.pondering.store(pondering, Ordering::Release);
        let task = Task {
            control: Arc::clone(&control),
            endless,
        };
        self.state().pending.push(task);
        control
    }

    /// A long command turns out never to end by itself.
    pub fn is_endless(&self, control: &Arc<Control>) {
        let mut state = self.state();
        let ended = state.input_ended;
        for task in state
            .pending
            .iter_mut()
            .filter(|task| Arc::ptr_eq(&task.control, control))
        {
            task.endless = true;
            if ended {
                task.stop();
            }
        }
    }

    /// A long command is done and about to be answered.
    pub fn finish(&self, control: &Arc<Control>) {
        self.state().pending.retain(|task| !Arc::ptr_eq(&task.control, control));
    }

    /// Whether a long command waits or runs.
    pub fn busy(&self) -> bool {
        !self.state().pending.is_empty()
    }

    /// Stops all that have been read.
    pub fn stop(&self) {
        self.state().pending.iter().for_each(Task::stop);
    }

    /// The move pondered on was played.
    pub fn ponder_hit(&self) {
        for task in &self.state().pending {
            task.control.pondering.store(false, Ordering::Release);
        }
    }

    /// The engine is to leave: what waits for more input is stopped, the rest has a moment to finish, so that a script
    /// that ends in `quit` gets the answer to a short count or search.
    pub fn quit(&self) {
        self.end_of_input();
        let end = Instant::now() + LAST_MOMENT;
        while self.busy() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        self.stop();
    }

    /// Nobody can say `stop` any more: what waits for it is stopped, the rest may finish.
    pub fn end_of_input(&self) {
        let mut state = self.state();
        state.input_ended = true;
        state
            .pending
            .iter()
            .filter(|task| task.waits_for_the_input())
            .for_each(Task::stop);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn stopped(control: &Control) -> bool {
        control.stop.load(Ordering::Acquire)
    }

    #[test]
    fn stop_reaches_what_was_read_before_it() {
        let tasks = Tasks::default();
        let (first, second) = (tasks.begin(false, true), tasks.begin(false, false));
        tasks.stop();
        let third = tasks.begin(false, true);
        assert!(stopped(&first) && stopped(&second) && !stopped(&third));
        tasks.finish(&first);
        tasks.finish(&second);
        assert!(tasks.busy());
        tasks.finish(&third);
        assert!(!tasks.busy());
    }

    #[test]
    fn end_of_input_stops_only_what_would_wait() {
        let tasks = Tasks::default();
        let (endless, limited, pondering, hit) = (
            tasks.begin(false, true),
            tasks.begin(false, false),
            tasks.begin(true, false),
            tasks.begin(true, false),
        );
        hit.pondering.store(false, Ordering::Release);
        tasks.end_of_input();
        assert!(stopped(&endless) && !stopped(&limited) && stopped(&pondering) && !stopped(&hit));
        tasks.is_endless(&limited);
        assert!(stopped(&limited));
    }
}
