/// Tests of the scores against the values of the reference implementations.
@NullMarked
package dev.goodput.quality;

import org.jspecify.annotations.NullMarked;
