/// Tests of the package `random`.
@NullMarked
package dev.goodput.workload.random;

import org.jspecify.annotations.NullMarked;
