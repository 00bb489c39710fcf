/// Tests of the package of the same name, with real sockets on both sides.
@NullMarked
package dev.goodput.gateway.exchange;

import org.jspecify.annotations.NullMarked;
