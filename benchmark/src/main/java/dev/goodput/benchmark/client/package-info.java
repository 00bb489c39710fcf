/// What a whole client costs: `./goodput bench` as a user starts it, on one core, against a server
/// with known times on another.
///
/// Owns the comparison with `wrk` and the ceilings that `PERFORMANCE.md` states. Linux, two cores
/// and `taskset`; no test depends on its figures. Threading: one thread sends, the server has its
/// own.
@NullMarked
package dev.goodput.benchmark.client;

import org.jspecify.annotations.NullMarked;
