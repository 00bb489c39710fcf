/// Tests of the package `input`.
@NullMarked
package dev.goodput.workload.input;

import org.jspecify.annotations.NullMarked;
