/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.profile;

import org.jspecify.annotations.NullMarked;
