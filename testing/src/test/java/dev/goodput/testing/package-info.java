/// Shared test helpers: recordings, cuts, servers that send exactly the bytes of a test, and a
/// browser that is installed on this machine.
@NullMarked
package dev.goodput.testing;

import org.jspecify.annotations.NullMarked;
