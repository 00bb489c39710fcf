/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.virtual;

import org.jspecify.annotations.NullMarked;
