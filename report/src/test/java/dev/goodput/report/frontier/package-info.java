@NullMarked
package dev.goodput.report.frontier;

import org.jspecify.annotations.NullMarked;
