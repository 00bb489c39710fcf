/// The engine against logs of real engines.
@NullMarked
package dev.goodput.simulator.validation;

import org.jspecify.annotations.NullMarked;
