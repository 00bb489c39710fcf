/// What the tests of this module share: recordings, cuts, a server that says exactly what it is
/// told.
@NullMarked
package dev.goodput.wire.testing;

import org.jspecify.annotations.NullMarked;
