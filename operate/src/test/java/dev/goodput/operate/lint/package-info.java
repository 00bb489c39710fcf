/// Tests of the package.
@NullMarked
package dev.goodput.operate.lint;

import org.jspecify.annotations.NullMarked;
