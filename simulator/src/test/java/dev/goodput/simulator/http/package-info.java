/// Tests of the package of the same name.
@NullMarked
package dev.goodput.simulator.http;

import org.jspecify.annotations.NullMarked;
