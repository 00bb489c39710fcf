package dev.goodput.relay;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/// Responses of the relay itself: a status, and an error in the JSON form that clients of LLM APIs
/// expect.
final class LocalResponses {
  private LocalResponses() {}

  /// Returns the error response for a refused request.
  ///
  /// @param bodiless whether to leave out the body, for a HEAD request
  static byte[] error(Route.Refuse refusal, boolean bodiless) {
    return error(refusal.status(), refusal.type(), refusal.message(), bodiless);
  }

  /// Returns a whole error response, after which the connection closes.
  ///
  /// @param bodiless whether to leave out the body, for a HEAD request
  static byte[] error(int status, String type, String message, boolean bodiless) {
    String body =
        "{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"code\":%d}}\n"
            .formatted(escaped(message), escaped(type), status);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String wait = status == 503 ? "Retry-After: 1\r\n" : "";
    String head =
        ("HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s"
                + "Connection: close\r\n\r\n")
            .formatted(statusLine(status), bytes.length, wait);
    byte[] begin = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[begin.length + (bodiless ? 0 : bytes.length)];
    System.arraycopy(begin, 0, all, 0, begin.length);
    System.arraycopy(bytes, 0, all, begin.length, all.length - begin.length);
    return all;
  }

  private static HttpResponseStatus statusLine(int status) {
    // Not known to Netty (RFC 5842 §7.2).
    return status == 508
        ? new HttpResponseStatus(508, "Loop Detected")
        : HttpResponseStatus.valueOf(status);
  }

  /// Returns `100 Continue`.
  static byte[] sendContinue() {
    return "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\x00-\\x1f]", " ");
  }
}
