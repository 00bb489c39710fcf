/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.engine;

import org.jspecify.annotations.NullMarked;
