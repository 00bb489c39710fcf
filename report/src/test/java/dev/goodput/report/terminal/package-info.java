/// Tests of the package of the same name.
@NullMarked
package dev.goodput.report.terminal;

import org.jspecify.annotations.NullMarked;
