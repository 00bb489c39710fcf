/// Shared test helpers of this module: recordings, cuts, and servers that send exactly what they
/// are told.
@NullMarked
package dev.goodput.testing;

import org.jspecify.annotations.NullMarked;
