/// Token lengths: fixed numbers and distributions, and their grammar.
///
/// Threading: immutable; the stream that is passed in belongs to one thread.
@NullMarked
package dev.goodput.workload.length;

import org.jspecify.annotations.NullMarked;
