/// Tests of the package of the same name.
@NullMarked
package dev.goodput.report.page;

import org.jspecify.annotations.NullMarked;
