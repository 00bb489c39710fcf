/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.truth;

import org.jspecify.annotations.NullMarked;
