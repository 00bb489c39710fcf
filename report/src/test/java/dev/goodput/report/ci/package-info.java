/// Tests of the package of the same name.
@NullMarked
package dev.goodput.report.ci;

import org.jspecify.annotations.NullMarked;
