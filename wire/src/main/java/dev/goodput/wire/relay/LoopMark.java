package dev.goodput.wire.relay;

import dev.goodput.wire.http.RequestHead;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// A header by which a relay knows what it has passed on itself, by whatever names, addresses and
/// other relays it comes back: a list of all that it came by, in one line, as some keep only one of
/// a name.
///
/// @param id of one relay, hexadecimal
record LoopMark(String id) {
  private static final String NAME = "Goodput-Loop";

  /// The header, in lower case.
  static final String LOWER_CASE_NAME = "goodput-loop";

  private static final int BYTES = 8;

  /// A relay may stand before a router and behind it; whatever comes more often goes round.
  private static final int MOST_PASSES = 4;

  /// What the client of such a request is told.
  static final String WORDS =
      "this request has been here %d times: what it is passed on to leads back to this gateway"
          .formatted(MOST_PASSES);

  /// One that no other relay has.
  static LoopMark fresh() {
    byte[] id = new byte[BYTES];
    new SecureRandom().nextBytes(id);
    return new LoopMark(HexFormat.of().formatHex(id));
  }

  /// The line that a request is passed on with, in place of those that it came with.
  String line(RequestHead head) {
    String before = head.joined(LOWER_CASE_NAME);
    return NAME + ": " + (before.isEmpty() ? "" : before + ", ") + id + "\r\n";
  }

  /// Whether it has been passed on so often that it is to be refused: else one request would take
  /// every place, each asking for the next.
  boolean tooOften(RequestHead head) {
    return head.header(LOWER_CASE_NAME) != null && passes(head) >= MOST_PASSES;
  }

  private long passes(RequestHead head) {
    return Arrays.stream(head.joined(LOWER_CASE_NAME).split(",", -1))
        .filter(each -> each.strip().equals(id))
        .count();
  }
}
