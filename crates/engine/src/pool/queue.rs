//! The order in which callers are served.

use std::collections::{BTreeMap, VecDeque};

use super::CallerId;

/// The two kinds of server that draw from one queue. Each takes its own turns, so that being tried by one does not
/// cost a caller its turn with the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// General workers.
    General,
    /// The reserved worker.
    Trial,
}

/// First in, first out within one caller; round robin between callers.
///
/// A caller's place in the round is a stamp from a clock that ticks whenever somebody joins or is served; the lowest
/// stamp is next. A caller who comes back after having nothing queued, if only because the one job was on trial, joins
/// at the end of the round.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    lines: BTreeMap<CallerId, Line<T>>,
    clock: u64,
    len: usize,
}

#[derive(Debug)]
struct Line<T> {
    items: VecDeque<T>,
    general: u64,
    trial: u64,
}

impl<T> Line<T> {
    fn stamp(&mut self, course: Course) -> &mut u64 {
        match course {
            Course::General => &mut self.general,
            Course::Trial => &mut self.trial,
        }
    }
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        FairQueue { lines: BTreeMap::new(), clock: 0, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn len_of(&self, caller: CallerId) -> usize {
        self.lines.get(&caller).map_or(0, |line| line.items.len())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.lines.values().flat_map(|line| &line.items)
    }

    pub(super) fn push_back(&mut self, caller: CallerId, item: T) {
        self.line(caller).items.push_back(item);
    }

    /// Puts back an item that was taken before those now queued.
    pub(super) fn push_front(&mut self, caller: CallerId, item: T) {
        self.line(caller).items.push_front(item);
    }

    fn line(&mut self, caller: CallerId) -> &mut Line<T> {
        self.len += 1;
        self.clock += 1;
        let stamp = self.clock;
        self.lines.entry(caller).or_insert_with(|| Line { items: VecDeque::new(), general: stamp, trial: stamp })
    }

    /// Takes the first eligible item of the caller whose turn it is among those who have one.
    pub(super) fn pop(&mut self, course: Course, eligible: impl Fn(&T) -> bool) -> Option<T> {
        let (_, caller, index) = self
            .lines
            .iter_mut()
            .filter_map(|(caller, line)| {
                let index = line.items.iter().position(&eligible)?;
                Some((*line.stamp(course), *caller, index))
            })
            .min()?;
        let line = self.lines.get_mut(&caller)?;
        self.clock += 1;
        *line.stamp(course) = self.clock;
        let item = line.items.remove(index)?;
        if line.items.is_empty() {
            self.lines.remove(&caller);
        }
        self.len -= 1;
        Some(item)
    }

    /// Takes out every item that fulfills the condition.
    pub(super) fn remove_if(&mut self, condition: impl Fn(&T) -> bool) -> Vec<T> {
        let mut removed = Vec::new();
        self.lines.retain(|_, line| {
            let (out, kept): (VecDeque<T>, VecDeque<T>) =
                std::mem::take(&mut line.items).into_iter().partition(|item| condition(item));
            removed.extend(out);
            line.items = kept;
            !line.items.is_empty()
        });
        self.len -= removed.len();
        removed
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::*;

    const A: CallerId = CallerId(1);
    const B: CallerId = CallerId(2);

    fn drain<T>(queue: &mut FairQueue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop(Course::General, |_| true)).collect()
    }

    #[test]
    fn callers_alternate_whatever_their_backlog() {
        let mut queue = FairQueue::new();
        for item in [10, 11, 12, 13] {
            queue.push_back(A, item);
        }
        queue.push_back(B, 20);
        queue.push_back(B, 21);
        assert_eq!(drain(&mut queue), [10, 20, 11, 21, 12, 13]);
        assert_eq!((queue.len(), queue.len_of(A)), (0, 0));
    }

    #[test]
    fn a_trial_keeps_the_turn_with_general_workers() {
        let mut queue = FairQueue::new();
        queue.push_back(A, 10);
        queue.push_back(B, 20);
        queue.push_back(A, 11);
        assert_eq!(queue.pop(Course::Trial, |item| *item != 10), Some(11));
        assert_eq!(queue.pop(Course::Trial, |item| *item == 99), None);
        queue.push_front(A, 9);
        assert_eq!(drain(&mut queue), [9, 20, 10]);
    }

    proptest! {
        #[test]
        fn every_item_leaves_once_and_in_the_order_of_its_caller(callers in prop::collection::vec(0_u64..5, 0..60)) {
            let mut queue = FairQueue::new();
            for (item, caller) in callers.iter().enumerate() {
                queue.push_back(CallerId(*caller), (*caller, item));
            }
            let removed = queue.remove_if(|(_, item)| item % 7 == 3);
            prop_assert_eq!(queue.len() + removed.len(), callers.len());
            prop_assert_eq!(queue.iter().count(), queue.len());
            let order = drain(&mut queue);
            for caller in 0..5 {
                let expected = (0..callers.len()).filter(|item| callers[*item] == caller && item % 7 != 3);
                let found = order.iter().filter(|(of, _)| *of == caller).map(|(_, item)| *item);
                prop_assert!(expected.eq(found));
            }
            // While two callers both wait, neither is served twice in a row.
            for (at, pair) in order.windows(2).enumerate() {
                let others_wait = order[at + 2..].iter().any(|(caller, _)| *caller != pair[0].0);
                prop_assert!(pair[0].0 != pair[1].0 || !others_wait);
            }
        }
    }
}
