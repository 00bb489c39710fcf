/// Tests how a proxy changes token streams: the same server receives requests directly and through
/// the proxy, and each check of the proxy gets a verdict with its evidence.
///
/// Owns the probes and the streaming server behind a proxy under test ([ProbeUpstream]). Added
/// delays are measured by `lab.comparison`, with pairs of runs of the load generator. Findings
/// (`metrics.hop`) are stored in the run's manifest and read back from there.
///
/// Threading: probes run on the calling thread and block it; the upstream responds on its own event
/// loop.
@NullMarked
package dev.goodput.lab.hop;

import org.jspecify.annotations.NullMarked;
