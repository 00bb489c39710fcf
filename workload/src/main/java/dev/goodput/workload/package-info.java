/// Workloads: what to send and when.
///
/// [dev.goodput.workload.Workloads] finds a workload by name or file;
/// [dev.goodput.workload.Workload#open] returns a [dev.goodput.workload.SessionSource], from which
/// one thread pulls [dev.goodput.workload.SessionPlan]s. [dev.goodput.workload.arrival] determines
/// when to send.
///
/// Sub-packages in data-flow order: `input` (users' files and expressions, and errors), `random`
/// (seeded streams), `length` (token lengths), `arrival` (arrival times), `tokenizer` (counting),
/// `prompt` (text of a given length), `dataset` (recorded lengths, traces and conversations). None
/// of them imports this package.
///
/// Threading: a [dev.goodput.workload.Workload] is immutable and shared; a source and the
/// [dev.goodput.workload.prompt.PromptWriter] behind it belong to one thread. The same seed gives
/// the same requests in the same order.
@NullMarked
package dev.goodput.workload;

import org.jspecify.annotations.NullMarked;
