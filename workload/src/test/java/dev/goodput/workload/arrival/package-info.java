/// Tests of the package `arrival`.
@NullMarked
package dev.goodput.workload.arrival;

import org.jspecify.annotations.NullMarked;
