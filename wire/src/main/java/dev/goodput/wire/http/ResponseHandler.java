package dev.goodput.wire.http;

/// Hears of one response as it is parsed.
public interface ResponseHandler {
  /// The final status line and headers; interim responses (1xx) are passed over.
  void head(ResponseHead head);

  /// Body bytes, unframed; they belong to the caller and change after the call.
  void body(byte[] bytes, int from, int to);

  /// The body is complete.
  void end();

  /// The bytes are no HTTP/1.x response; nothing follows.
  void malformed(String detail);
}
