/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.fault;

import org.jspecify.annotations.NullMarked;
