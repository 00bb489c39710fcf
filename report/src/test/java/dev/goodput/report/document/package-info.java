/// Tests of the package of the same name.
@NullMarked
package dev.goodput.report.document;

import org.jspecify.annotations.NullMarked;
