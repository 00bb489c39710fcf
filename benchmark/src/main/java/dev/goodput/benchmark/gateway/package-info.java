/// What the gateway adds to a stream: `./goodput gateway` as a user starts it, on one core, next to
/// nginx without buffering and next to the direct path, in one run.
///
/// Owns the figures of the gateway in `PERFORMANCE.md`. Linux, two cores, `taskset` and nginx; no
/// test depends on its figures. Threading: one loop sends, the server has its own.
@NullMarked
package dev.goodput.benchmark.gateway;

import org.jspecify.annotations.NullMarked;
