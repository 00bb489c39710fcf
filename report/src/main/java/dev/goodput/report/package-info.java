/// What people and programs read of a run.
///
/// One [ReportInput] goes in; documents ([dev.goodput.report.document]), the terminal
/// ([dev.goodput.report.terminal]), the page ([dev.goodput.report.page]) and files for continuous
/// integration ([dev.goodput.report.ci]) come out, all saying the same in the words of
/// [dev.goodput.report.words]; what is of two servers goes through a summary of
/// [dev.goodput.report.model]. Owns formats and wording; computes no figure. Start reading at
/// [dev.goodput.report.terminal.TerminalReport].
///
/// Threading: values and pure functions, usable from any thread; only the progress view has state.
@NullMarked
package dev.goodput.report;

import org.jspecify.annotations.NullMarked;
