/// Makes connections to a server: its addresses race each other (RFC 8305 §5), then TLS with the
/// server's name and the HTTP version. For the load client, the gateway and the probes.
///
/// Threading: a [Dialer] belongs to one loop.
@NullMarked
package dev.goodput.wire.dial;

import org.jspecify.annotations.NullMarked;
