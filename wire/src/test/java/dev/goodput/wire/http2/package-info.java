/// Tests of shared connections.
@NullMarked
package dev.goodput.wire.http2;

import org.jspecify.annotations.NullMarked;
