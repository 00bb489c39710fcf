package dev.goodput.wire.http;

/// A handler of one response while it is parsed.
public interface ResponseHandler extends BodySink {
  /// Handles the final status line and headers; interim responses (1xx) are skipped.
  void head(ResponseHead head);

  /// Called when the body is complete.
  void end();

  /// Called when the bytes are not an HTTP/1.x response; nothing follows.
  void malformed(String detail);
}
