package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A request without its body, made once per endpoint, in the forms of both HTTP versions.
final class RequestTemplate {
  /// Headers that HTTP/2 expresses differently or does not have (RFC 9113 §8.2.2).
  private static final Set<String> OF_ONE_ONLY =
      Set.of("host", "connection", "keep-alive", "proxy-connection");

  private final byte[] lines;
  private final Http2Headers fields;
  private final boolean hasBody;

  private RequestTemplate(
      String method, String path, Endpoint endpoint, List<Header> ours, boolean hasBody) {
    List<Header> all = all(endpoint, ours);
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    for (Header each : all) {
      text.append(each.name()).append(": ").append(each.value()).append("\r\n");
    }
    this.lines = bytes(text.toString());
    this.fields = fields(method, path, endpoint, all);
    this.hasBody = hasBody;
  }

  /// Returns the head of a POST to the dialect's path.
  static RequestTemplate post(Endpoint endpoint) {
    String path = BaseUrl.path(endpoint.baseUrl(), endpoint.dialect().path());
    List<Header> ours = new ArrayList<>();
    ours.add(new Header("Accept", "text/event-stream, application/json"));
    ours.add(new Header("Content-Type", "application/json"));
    return new RequestTemplate("POST", path, endpoint, ours, true);
  }

  /// Returns a GET of an API path.
  static Request get(Endpoint endpoint, String apiPath) {
    String path = BaseUrl.path(endpoint.baseUrl(), apiPath);
    List<Header> ours = List.of(new Header("Accept", "application/json"));
    return new Request(new RequestTemplate("GET", path, endpoint, ours, false), new byte[0]);
  }

  /// Returns a GET of the endpoint's own URL that accepts a page of metrics.
  static Request page(Endpoint endpoint) {
    List<Header> ours =
        List.of(
            new Header(
                "Accept",
                "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1"));
    String path = BaseUrl.whole(endpoint.baseUrl());
    return new Request(new RequestTemplate("GET", path, endpoint, ours, false), new byte[0]);
  }

  /// Returns an empty POST to the endpoint's own URL.
  static Request press(Endpoint endpoint) {
    String path = BaseUrl.whole(endpoint.baseUrl());
    return new Request(new RequestTemplate("POST", path, endpoint, List.of(), true), new byte[0]);
  }

  /// Returns the head of a POST to the endpoint's own URL.
  static RequestTemplate delivery(Endpoint endpoint) {
    String path = BaseUrl.whole(endpoint.baseUrl());
    return new RequestTemplate("POST", path, endpoint, List.of(), true);
  }

  /// Returns the whole request in HTTP/1.1.
  byte[] one(byte[] body) {
    byte[] end = bytes(hasBody ? "Content-Length: " + body.length + "\r\n\r\n" : "\r\n");
    byte[] all = new byte[lines.length + end.length + body.length];
    System.arraycopy(lines, 0, all, 0, lines.length);
    System.arraycopy(end, 0, all, lines.length, end.length);
    System.arraycopy(body, 0, all, lines.length + end.length, body.length);
    return all;
  }

  /// Returns the head of a request in HTTP/2.
  Http2Headers two(byte[] body) {
    Http2Headers all = new DefaultHttp2Headers(false).setAll(fields);
    return hasBody ? all.setInt("content-length", body.length) : all;
  }

  private static List<Header> all(Endpoint endpoint, List<Header> ours) {
    List<Header> all = new ArrayList<>();
    all.add(new Header("Host", BaseUrl.authority(endpoint.baseUrl())));
    all.add(new Header("User-Agent", "goodput"));
    all.addAll(ours);
    if (endpoint.connectionPerRequest()) {
      all.add(new Header("Connection", "close"));
    }
    all.addAll(endpoint.dialect().headers(endpoint.apiKey()));
    for (Header given : endpoint.headers()) {
      all.removeIf(each -> each.name().equalsIgnoreCase(given.name()));
    }
    all.addAll(endpoint.headers());
    return all;
  }

  private static Http2Headers fields(
      String method, String path, Endpoint endpoint, List<Header> all) {
    Http2Headers fields =
        new DefaultHttp2Headers(false)
            .method(method)
            .scheme(BaseUrl.secure(endpoint.baseUrl()) ? "https" : "http")
            .path(path);
    for (Header each : all) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (name.equals("host")) {
        fields.authority(value(each));
      } else if (!OF_ONE_ONLY.contains(name)) {
        fields.add(name, value(each));
      }
    }
    return fields;
  }

  /// Encodes a value in UTF-8, as for HTTP/1.1; the codec would use Latin-1.
  private static AsciiString value(Header header) {
    return new AsciiString(bytes(header.value()), false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
