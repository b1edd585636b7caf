//! How near a man is to becoming more: by promotion, or by the squares it may land on next.

use super::mobility::{targets, usable};
use crate::variant::{Growth, Man, Part, Reach, Rules};
use crate::{Color, Square};

/// No way to promotion is known, or it is longer than worth counting.
pub(super) const FAR: u8 = 12;

/// By counter (from 1) and square: how many quiet moves on an empty board, at least, until a man promotes; [`FAR`] if
/// it never does.
pub(super) fn distances(rules: &Rules, man: &Man, color: Color, counters: usize) -> Vec<Vec<u8>> {
    let squares = rules.board.squares();
    let mut distance = vec![vec![FAR; squares]; counters];
    let Some(promotion) = &man.promotion else {
        return distance;
    };
    let zone = promotion.zone[color.index()];

    // The shortest way by relaxing: each round takes one move more into account.
    for round in 1..FAR {
        let mut changed = false;
        for counter in 1..=counters {
            for from in rules.board.all() {
                if distance[counter - 1][from.index()] < round {
                    continue;
                }
                let mut near = FAR;
                for part in usable(man, counter as u8, color, from).filter(|p| p.quiet) {
                    targets(rules, part, counter as u8, color, from, |step| {
                        let after = if zone >> step.square.index() & 1 == 1 {
                            0
                        } else {
                            let grown = grown(rules, part, counter as u8, step.leaps).min(counters as u8);
                            distance[usize::from(grown) - 1][step.square.index()]
                        };
                        near = near.min(after + 1);
                    });
                }
                if near < distance[counter - 1][from.index()] {
                    distance[counter - 1][from.index()] = near;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    distance
}

/// A man's counter after a move of so many leaps.
fn grown(rules: &Rules, part: &Part, counter: u8, leaps: u8) -> u8 {
    let full = match part.reach {
        Reach::Progressive | Reach::Multiple => leaps == counter,
        // A double step from the start counts as a move of full range.
        _ => part.initial,
    };
    counter + u8::from(full || rules.growth == Growth::EveryMove)
}

/// The squares a man may go to with its next quiet move on an empty board.
pub(super) fn next_squares(rules: &Rules, man: &Man, color: Color, counter: u8, from: Square) -> u128 {
    let mut next = 0;
    for part in usable(man, counter, color, from).filter(|p| p.quiet) {
        targets(rules, part, counter, color, from, |step| {
            next |= 1 << step.square.index()
        });
    }
    next
}
