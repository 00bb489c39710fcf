/// Tests of the package of the same name, with plain sockets as clients and servers.
@NullMarked
package dev.goodput.relay;

import org.jspecify.annotations.NullMarked;
