/// The engine against logs of real engines: what a log holds, its requests asked again in virtual
/// time, the error of each statistic, and the parameters that would make it least.
///
/// Owns the form of a log (`PREFIX.meta.json`, `PREFIX.requests.jsonl`, a workload of prefix
/// blocks) and the logs that are shipped. Deterministic; one thread per replay.
@NullMarked
package dev.goodput.validation.simulator;

import org.jspecify.annotations.NullMarked;
