/// What the servers of a run reported about themselves, next to what the client measured: by level,
/// in the report's figures and words.
///
/// Reads the file of scrapes next to the run's log; everything else is derived from that and the
/// run's result. Threading: values are immutable.
@NullMarked
package dev.goodput.report.server;

import org.jspecify.annotations.NullMarked;
