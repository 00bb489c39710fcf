/// What can go wrong on request: faults by name, and the plan that says how often.
///
/// A plan is written `KIND[:NUMBER[:NUMBER]][=SHARE]`, comma-separated: `reject:429=0.05,cut=0.01`.
/// Immutable values; which requests are hit follows from the seed.
@NullMarked
package dev.goodput.simulator.fault;

import org.jspecify.annotations.NullMarked;
