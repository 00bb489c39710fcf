/// Faults by name, and plans of how often they occur.
///
/// A plan is written `KIND[:NUMBER[:NUMBER]][=SHARE]`, comma-separated: `reject:429=0.05,cut=0.01`.
/// Values are immutable; the seed decides which requests are hit.
@NullMarked
package dev.goodput.simulator.fault;

import org.jspecify.annotations.NullMarked;
