/// Tests of the package.
@NullMarked
package dev.goodput.operate.promql;

import org.jspecify.annotations.NullMarked;
