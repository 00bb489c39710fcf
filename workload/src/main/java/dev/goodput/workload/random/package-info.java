/// Seeded random numbers, the same on every machine and JDK.
///
/// One documented generator, split by purpose, so that changing how many numbers one purpose draws
/// leaves the others alone. Threading: a stream belongs to one thread.
@NullMarked
package dev.goodput.workload.random;

import org.jspecify.annotations.NullMarked;
