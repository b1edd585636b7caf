//! Fits the weights of the evaluation to games, after Texel's method (P. Österlund, 2014): what the evaluation of quiet
//! positions says should agree with how their games ended.
//!
//! Positions come from fast games of the engine with itself ([`selfplay`]) from games that were
//! written down, or from a file ([`positions`]); each is
//! taken apart into terms once ([`sample`]), then the weights are found by descent ([`descent`]). Of millions of positions a
//! [`network`] can be trained, which judges beside them. The same seed gives the same, whatever the number of threads.

pub mod descent;
pub mod network;
pub mod positions;
pub mod sample;
pub mod selfplay;
pub mod written;
