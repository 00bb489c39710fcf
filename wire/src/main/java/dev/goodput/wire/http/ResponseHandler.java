package dev.goodput.wire.http;

/// Hears of one response as it is parsed.
public interface ResponseHandler extends BodySink {
  /// The final status line and headers; interim responses (1xx) are passed over.
  void head(ResponseHead head);

  /// The body is complete.
  void end();

  /// The bytes are no HTTP/1.x response; nothing follows.
  void malformed(String detail);
}
