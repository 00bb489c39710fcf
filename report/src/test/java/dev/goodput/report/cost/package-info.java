/// Tests of costs and energy in reports.
@NullMarked
package dev.goodput.report.cost;

import org.jspecify.annotations.NullMarked;
