/// Small real clients for tests, on plain sockets.
@NullMarked
package dev.goodput.simulator.testing;

import org.jspecify.annotations.NullMarked;
