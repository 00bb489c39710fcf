/// The simulated engine's language: a cheap deterministic tokenizer and seeded answers.
///
/// Both agree: an answer's text, sent back as part of the next prompt, tokenizes into the very
/// tokens it was generated as, so that multi-turn sessions hit the prefix cache. Everything is
/// immutable or owned by one caller.
@NullMarked
package dev.goodput.simulator.text;

import org.jspecify.annotations.NullMarked;
