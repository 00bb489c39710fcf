/// Fakes that really run, on a clock that only moves when a test moves it. One thread.
@NullMarked
package dev.goodput.load.testing;

import org.jspecify.annotations.NullMarked;
