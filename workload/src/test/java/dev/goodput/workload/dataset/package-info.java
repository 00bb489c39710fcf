/// Tests of data sets.
@NullMarked
package dev.goodput.workload.dataset;

import org.jspecify.annotations.NullMarked;
