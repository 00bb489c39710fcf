/// What the gateway adds to a stream: `./goodput gateway` as a user starts it, on one core, beside
/// nginx without buffering and beside the direct path, in one run.
///
/// Owns the figures of the gateway in `PERFORMANCE.md`. Linux, two cores, `taskset` and nginx; no
/// test depends on its figures. Threading: one loop asks, the server has its own.
@NullMarked
package dev.goodput.benchmark.gateway;

import org.jspecify.annotations.NullMarked;
