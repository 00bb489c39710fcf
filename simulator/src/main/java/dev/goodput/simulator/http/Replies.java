package dev.goodput.simulator.http;

import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Short responses.
final class Replies {
  static final Header JSON = new Header("content-type", "application/json");
  static final Header SERVER = new Header("server", "goodput-simulator");
  static final Header EVENTS = new Header("content-type", "text/event-stream; charset=utf-8");

  private Replies() {}

  static void json(ServerResponse response, int status, byte[] body) {
    response.send(status, List.of(SERVER, JSON), body);
  }

  static void error(
      ServerResponse response, int status, String type, String parameter, String message) {
    json(response, status, errorBody(status, type, parameter, message));
  }

  /// Sends an error with a Retry-After of some seconds.
  static void retryLater(ServerResponse response, int status, int seconds, String type) {
    byte[] body = errorBody(status, type, "", "planned fault: try again later");
    response.send(
        status, List.of(SERVER, JSON, new Header("retry-after", Integer.toString(seconds))), body);
  }

  static void text(ServerResponse response, String contentType, String body) {
    response.send(
        200,
        List.of(SERVER, new Header("content-type", contentType)),
        body.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] errorBody(int status, String type, String parameter, String message) {
    return Json.error(status, type, parameter, message).getBytes(StandardCharsets.UTF_8);
  }
}
