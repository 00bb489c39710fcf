/// What a proxy in between does to streams: the same server is asked directly and through it, and
/// each duty of a proxy gets a verdict with what was seen.
///
/// Owns the probes of the duties and the streaming server that stands behind a proxy under test
/// ([Upstream]); added delays are measured by `lab.comparison`, pairs of runs of the load
/// generator. Findings (`metrics.hop`) are kept in the run's manifest and read again from there.
///
/// Threading: probes run on the thread that calls them and wait there; the upstream answers on an
/// event loop of its own.
@NullMarked
package dev.goodput.lab.hop;

import org.jspecify.annotations.NullMarked;
