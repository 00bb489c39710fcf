package dev.goodput.gateway.exchange;

import dev.goodput.wire.Header;
import dev.goodput.wire.http.RequestHead;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

/// A header that one gateway sets in all that it passes on, under a name that no other has: what
/// comes in with it has been here before, whatever names, addresses and other gateways it came by.
///
/// @param name of the header
record LoopMark(String name) {
  private static final int BYTES = 8;

  /// One that nobody has had.
  static LoopMark fresh() {
    byte[] id = new byte[BYTES];
    new SecureRandom().nextBytes(id);
    return new LoopMark("Goodput-Loop-" + HexFormat.of().formatHex(id));
  }

  /// What requests are sent on with.
  Header header() {
    return new Header(name, "1");
  }

  /// Whether a request has been here before.
  boolean on(RequestHead head) {
    return head.header(name.toLowerCase(Locale.ROOT)) != null;
  }
}
