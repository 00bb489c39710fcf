@NullMarked
package dev.goodput.report.comparison;

import org.jspecify.annotations.NullMarked;
