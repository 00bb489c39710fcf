/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.text;

import org.jspecify.annotations.NullMarked;
