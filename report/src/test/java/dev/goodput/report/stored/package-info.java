@NullMarked
package dev.goodput.report.stored;

import org.jspecify.annotations.NullMarked;
