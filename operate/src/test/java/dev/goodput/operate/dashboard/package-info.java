/// Tests of the package.
@NullMarked
package dev.goodput.operate.dashboard;

import org.jspecify.annotations.NullMarked;
