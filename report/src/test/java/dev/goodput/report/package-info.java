/// Tests of the report; [dev.goodput.report.SampleRuns] invents the runs they render.
@NullMarked
package dev.goodput.report;

import org.jspecify.annotations.NullMarked;
