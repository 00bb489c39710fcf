/// Tests of the package of the same name.
@NullMarked
package dev.goodput.report.words;

import org.jspecify.annotations.NullMarked;
