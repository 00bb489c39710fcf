/// The simulated engine's language: a fast deterministic tokenizer and seeded responses.
///
/// They are consistent: a response's text, sent back in the next prompt, tokenizes into the same
/// tokens that were generated, so that multi-turn sessions hit the prefix cache. Everything is
/// immutable or owned by one caller.
@NullMarked
package dev.goodput.simulator.text;

import org.jspecify.annotations.NullMarked;
