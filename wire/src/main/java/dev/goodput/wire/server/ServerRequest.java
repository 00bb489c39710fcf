package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A complete request.
public final class ServerRequest {
  private final String method;
  private final String target;
  private final List<Header> headers;
  private final byte[] body;
  private final Version version;
  private final long receivedNanos;

  /// The HTTP version of the request.
  enum Version {
    TEN,
    ELEVEN,
    TWO
  }

  ServerRequest(
      String method,
      String target,
      List<Header> headers,
      byte[] body,
      Version version,
      long receivedNanos) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
    this.version = version;
    this.receivedNanos = receivedNanos;
  }

  /// Returns the method: GET, POST, …
  public String method() {
    return method;
  }

  /// Returns the path, without the query.
  public String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /// Returns the path and query as received.
  public String target() {
    return target;
  }

  /// Returns all header lines, in order.
  public List<Header> headers() {
    return headers;
  }

  /// Returns the first header with this name, ignoring case; null if there is none.
  public @Nullable String header(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return header.value();
      }
    }
    return null;
  }

  /// Returns the body, empty if there is none. It is not a copy: do not change it.
  public byte[] body() {
    return body;
  }

  /// Whether the client speaks HTTP/1.0: its response is not chunked and ends with the connection.
  public boolean http10() {
    return version == Version.TEN;
  }

  /// Whether the client speaks HTTP/2: its connection carries other requests, too.
  public boolean http2() {
    return version == Version.TWO;
  }

  /// Returns the `System.nanoTime` of the read that completed the request.
  public long receivedNanos() {
    return receivedNanos;
  }
}
