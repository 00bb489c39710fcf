/// Tests of the package of the same name, with plain sockets as clients.
@NullMarked
package dev.goodput.wire.server;

import org.jspecify.annotations.NullMarked;
