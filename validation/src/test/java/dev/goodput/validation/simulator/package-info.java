/// The engine against logs of real engines.
@NullMarked
package dev.goodput.validation.simulator;

import org.jspecify.annotations.NullMarked;
