package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Request heads, made once per endpoint.
final class RequestHead {
  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private RequestHead() {}

  /// A POST up to and with `Content-Length: `; the number and [#end()] follow.
  static byte[] post(Endpoint endpoint) {
    String path = BaseUrl.path(endpoint.baseUrl(), endpoint.dialect().path());
    List<Header> ours = new ArrayList<>();
    ours.add(new Header("Accept", "text/event-stream, application/json"));
    ours.add(new Header("Content-Type", "application/json"));
    return bytes(lines("POST", path, endpoint, ours) + "Content-Length: ");
  }

  /// A whole GET of an API path.
  static byte[] get(Endpoint endpoint, String apiPath) {
    String path = BaseUrl.path(endpoint.baseUrl(), apiPath);
    List<Header> ours = List.of(new Header("Accept", "application/json"));
    return bytes(lines("GET", path, endpoint, ours) + "\r\n");
  }

  /// A whole GET of the endpoint's own URL, as a page of metrics is asked for.
  static byte[] page(Endpoint endpoint) {
    List<Header> ours =
        List.of(
            new Header(
                "Accept",
                "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1"));
    String path = BaseUrl.whole(endpoint.baseUrl());
    return bytes(lines("GET", path, endpoint, ours) + "\r\n");
  }

  /// A whole POST of nothing to the endpoint's own URL, as a switch is pressed.
  static byte[] press(Endpoint endpoint) {
    String path = BaseUrl.whole(endpoint.baseUrl());
    List<Header> empty = List.of(new Header("Content-Length", "0"));
    return bytes(lines("POST", path, endpoint, empty) + "\r\n");
  }

  static byte[] end() {
    return END;
  }

  private static String lines(
      String method, String path, Endpoint endpoint, List<Header> particular) {
    List<Header> all = new ArrayList<>();
    all.add(new Header("Host", BaseUrl.authority(endpoint.baseUrl())));
    all.add(new Header("User-Agent", "goodput"));
    all.addAll(particular);
    if (endpoint.connectionPerRequest()) {
      all.add(new Header("Connection", "close"));
    }
    Secret key = endpoint.apiKey();
    if (key != null) {
      all.add(new Header("Authorization", "Bearer " + key.reveal()));
    }
    for (Header given : endpoint.headers()) {
      all.removeIf(ours -> ours.name().equalsIgnoreCase(given.name()));
    }
    all.addAll(endpoint.headers());
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    for (Header each : all) {
      text.append(each.name()).append(": ").append(each.value()).append("\r\n");
    }
    return text.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
