/// Tests of the package `length`.
@NullMarked
package dev.goodput.workload.length;

import org.jspecify.annotations.NullMarked;
