package dev.goodput.simulator.fault;

/// The kinds of faults. Brackets list the arguments with their defaults.
public enum FaultKind {
  /// An HTTP error instead of a response [status 503; Retry-After 1 s].
  REJECT("reject", 503, 1),
  /// The stream pauses half way while the engine continues [seconds 10].
  STALL("stall", 10, 0),
  /// Nothing is sent for a while, not even the response head [seconds 5].
  SLOW_FIRST_BYTE("slow-first-byte", 5, 0),
  /// The connection is closed (FIN) within the response [after tokens 0: half].
  CUT("cut", 0, 0),
  /// The connection is reset (RST) within the response [after tokens 0: half].
  RESET("reset", 0, 0),
  /// An error event ends a stream with status 200 [spelling 1; after tokens 0: half]. Spellings: 1
  /// `data: {"error":{…}}` and `[DONE]`; 2 `data: {"object":"error",…}` and `[DONE]`; 3 `error:
  /// {…}` as a field; 4 error and choices in one chunk.
  ERROR_EVENT("error-event", 1, 0),
  /// A 200 without tokens.
  EMPTY("empty", 0, 0),
  /// The stream ends without `[DONE]`.
  NO_DONE("no-done", 0, 0),
  /// Usage is missing although it was requested.
  NO_USAGE("no-usage", 0, 0),
  /// The role-only chunk goes out with the head, before the prompt is computed.
  EARLY_ROLE("early-role", 0, 0),
  /// Lines end in CR LF.
  CRLF("crlf", 0, 0),
  /// A comment before each event.
  COMMENTS("comments", 0, 0),
  /// Each byte of the stream in a separate write.
  SPLIT("split", 0, 0),
  /// Several events in one write [events 4].
  COALESCE("coalesce", 4, 0),
  /// An event with truncated JSON half way, after which the stream continues.
  MALFORMED("malformed", 0, 0),
  /// The text differs from the usual one from a token on [after tokens 0: half; only while at least
  /// this many other requests are processed 0]. Every request differs in another way.
  VARY("vary", 0, 0),
  /// The server crashes some time after its start and restarts [after seconds 10; down for seconds
  /// 3]. It affects the server, not single requests.
  CRASH("crash", 10, 3);

  private final String label;
  private final double first;
  private final double second;

  FaultKind(String label, double first, double second) {
    this.label = label;
    this.first = first;
    this.second = second;
  }

  /// Returns the name that users type.
  public String label() {
    return label;
  }

  double first() {
    return first;
  }

  double second() {
    return second;
  }
}
