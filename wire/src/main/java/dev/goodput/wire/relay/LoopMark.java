package dev.goodput.wire.relay;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http.RequestHead;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// A header line by which a relay knows what it has passed on itself, by whatever names, addresses
/// and other relays it comes back. Lines of others stay, as each must know its own.
///
/// @param id of one relay, hexadecimal
record LoopMark(String id) {
  private static final String NAME = "Goodput-Loop";
  private static final String LOWER_CASE_NAME = "goodput-loop";
  private static final int BYTES = 8;

  /// A relay may stand before a router and behind it; whatever comes more often goes round.
  private static final int MOST_PASSES = 4;

  /// One that no other relay has.
  static LoopMark fresh() {
    byte[] id = new byte[BYTES];
    new SecureRandom().nextBytes(id);
    return new LoopMark(HexFormat.of().formatHex(id));
  }

  /// The line that requests are passed on with.
  String line() {
    return NAME + ": " + id + "\r\n";
  }

  /// Refuses what has been passed on too often: else one request would take every place, each
  /// asking for the next.
  ///
  /// @throws BadRequestException with 508
  void check(RequestHead head) {
    if (head.header(LOWER_CASE_NAME) != null && passes(head) >= MOST_PASSES) {
      throw new BadRequestException(
          508,
          "this request has been here %d times: what it is passed on to leads back to this gateway"
              .formatted(MOST_PASSES));
    }
  }

  private long passes(RequestHead head) {
    return Arrays.stream(head.joined(LOWER_CASE_NAME).split(",", -1))
        .filter(each -> each.strip().equals(id))
        .count();
  }
}
