/// What to ask and when.
///
/// [dev.goodput.workload.Workloads] finds a workload by name or file;
/// [dev.goodput.workload.Workload#open] gives a [dev.goodput.workload.SessionSource], from which
/// one thread pulls [dev.goodput.workload.SessionPlan]s. When to ask is the business of
/// [dev.goodput.workload.arrival].
///
/// Sub-packages in data-flow order: `input` (what a user handed us, and the words of errors),
/// `random` (seeded streams), `length` (token lengths), `arrival` (when), `tokenizer` (counting),
/// `prompt` (text of a length), `dataset` (recorded lengths, traces and conversations). None of
/// them imports this package.
///
/// Threading: a [dev.goodput.workload.Workload] is immutable and shared; a source and the
/// [dev.goodput.workload.prompt.PromptWriter] behind it belong to one thread. Same seed, same
/// requests in the same order.
@NullMarked
package dev.goodput.workload;

import org.jspecify.annotations.NullMarked;
