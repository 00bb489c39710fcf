/// Tests of workloads.
@NullMarked
package dev.goodput.workload;

import org.jspecify.annotations.NullMarked;
