/// Compares the simulated engine with logs of real engines: the contents of a log, a replay of its
/// requests in virtual time, the error of each statistic, and the parameters that minimize it.
///
/// Owns the format of a log (`PREFIX.meta.json`, `PREFIX.requests.jsonl`, a workload of prefix
/// blocks) and the shipped logs. Deterministic; one thread per replay.
@NullMarked
package dev.goodput.validation.simulator;

import org.jspecify.annotations.NullMarked;
