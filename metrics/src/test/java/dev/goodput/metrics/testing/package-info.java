/// Records and logs made by hand for the tests.
@NullMarked
package dev.goodput.metrics.testing;

import org.jspecify.annotations.NullMarked;
