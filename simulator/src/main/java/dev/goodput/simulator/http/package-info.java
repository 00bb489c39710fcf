/// The engine behind HTTP in real time: OpenAI chat and completions, models, health and metrics.
///
/// One event loop owns the engine, its timers and every connection. Other threads only start it,
/// stop it and read its statistics, through the loop.
@NullMarked
package dev.goodput.simulator.http;

import org.jspecify.annotations.NullMarked;
