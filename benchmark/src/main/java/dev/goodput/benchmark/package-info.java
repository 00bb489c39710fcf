/// What the hot paths cost, one operation at a time (JMH), and what a very long run takes in
/// memory.
///
/// Owns nothing that the product uses. Each figure from here is in `PERFORMANCE.md` with its
/// command and its raw runs. Threading: JMH's own; a state belongs to one thread.
@NullMarked
package dev.goodput.benchmark;

import org.jspecify.annotations.NullMarked;
