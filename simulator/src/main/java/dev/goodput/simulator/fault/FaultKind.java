package dev.goodput.simulator.fault;

/// The faults there are. Numbers in brackets are the arguments and what holds without them.
public enum FaultKind {
  /// An HTTP error in place of an answer [status 503; Retry-After 1 s].
  REJECT("reject", 503, 1),
  /// The stream pauses half way, the engine goes on [seconds 10].
  STALL("stall", 10, 0),
  /// Nothing is sent for a while, not even the head [seconds 5].
  SLOW_FIRST_BYTE("slow-first-byte", 5, 0),
  /// The connection is closed (FIN) in mid-answer [after tokens 0: half].
  CUT("cut", 0, 0),
  /// The connection is reset (RST) in mid-answer [after tokens 0: half].
  RESET("reset", 0, 0),
  /// An error event inside the 200 stream ends it [spelling 1; after tokens 0: half]. Spellings: 1
  /// `data: {"error":{…}}` and `[DONE]`; 2 `data: {"object":"error",…}` and `[DONE]`; 3 `error:
  /// {…}` as a field; 4 error and choices in one chunk.
  ERROR_EVENT("error-event", 1, 0),
  /// A 200 with no token.
  EMPTY("empty", 0, 0),
  /// The stream ends without `[DONE]`.
  NO_DONE("no-done", 0, 0),
  /// Usage is left out though it was asked for.
  NO_USAGE("no-usage", 0, 0),
  /// The role-only chunk goes out with the head, before the prompt is computed.
  EARLY_ROLE("early-role", 0, 0),
  /// Lines end in CR LF.
  CRLF("crlf", 0, 0),
  /// A comment before each event.
  COMMENTS("comments", 0, 0),
  /// Each byte of the stream in a write of its own.
  SPLIT("split", 0, 0),
  /// Several events in one write [events 4].
  COALESCE("coalesce", 4, 0),
  /// An event whose JSON breaks off, half way, after which the stream goes on.
  MALFORMED("malformed", 0, 0),
  /// The server dies some time after its start and comes back [after seconds 10; down for seconds
  /// 3]. Of the server, not of a request.
  CRASH("crash", 10, 3);

  private final String label;
  private final double first;
  private final double second;

  FaultKind(String label, double first, double second) {
    this.label = label;
    this.first = first;
    this.second = second;
  }

  /// The name users write.
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
