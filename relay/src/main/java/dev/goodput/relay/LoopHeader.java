package dev.goodput.relay;

import dev.goodput.wire.http.RequestHead;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// A header that detects forwarding loops. Each relay adds its ID to it, so a relay recognizes its
/// own requests whatever names, addresses and other relays they came through. All IDs are in one
/// line, because some proxies keep only one line of a name.
///
/// @param id random ID of one relay, hexadecimal
record LoopHeader(String id) {
  private static final String NAME = "Goodput-Loop";

  /// The header's name in lower case.
  static final String LOWER_CASE_NAME = "goodput-loop";

  private static final int BYTES = 8;

  /// A relay may be both in front of and behind a router, so a few passes are legitimate.
  private static final int MAX_PASSES = 4;

  /// The error message for the client of a looping request.
  static final String WORDS =
      "this request has been here %d times: the server it is forwarded to leads back to this gateway"
          .formatted(MAX_PASSES);

  /// Returns a mark with a new random ID.
  static LoopHeader fresh() {
    byte[] id = new byte[BYTES];
    new SecureRandom().nextBytes(id);
    return new LoopHeader(HexFormat.of().formatHex(id));
  }

  /// Returns the header line for a forwarded request, including the IDs it arrived with.
  String line(RequestHead head) {
    String before = head.joined(LOWER_CASE_NAME);
    return NAME + ": " + (before.isEmpty() ? "" : before + ", ") + id + "\r\n";
  }

  /// Whether the request has been forwarded so often that it must be refused. Otherwise one looping
  /// request would use up every connection.
  boolean tooOften(RequestHead head) {
    return head.header(LOWER_CASE_NAME) != null && passes(head) >= MAX_PASSES;
  }

  private long passes(RequestHead head) {
    return Arrays.stream(head.joined(LOWER_CASE_NAME).split(",", -1))
        .filter(each -> each.strip().equals(id))
        .count();
  }
}
