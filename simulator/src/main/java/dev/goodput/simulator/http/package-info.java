/// The engine behind HTTP: OpenAI chat and completions, models, health, metrics, in real time.
///
/// One event loop owns the engine, its timers and every connection; nothing is shared with another
/// thread but the start, the stop and the statistics, which are passed to the loop.
@NullMarked
package dev.goodput.simulator.http;

import org.jspecify.annotations.NullMarked;
