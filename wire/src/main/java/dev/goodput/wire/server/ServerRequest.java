package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request, read whole.
public final class ServerRequest {
  private final String method;
  private final String target;
  private final List<Header> headers;
  private final byte[] body;
  private final Version version;
  private final long receivedNanos;

  /// Which HTTP it was asked in.
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

  /// GET, POST, …
  public String method() {
    return method;
  }

  /// The path, without the query.
  public String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /// Path and query as they were asked for.
  public String target() {
    return target;
  }

  /// All header lines, in order.
  public List<Header> headers() {
    return headers;
  }

  /// The first header of that name, in any case; null where there is none.
  public @Nullable String header(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return header.value();
      }
    }
    return null;
  }

  /// The body; empty where there is none. Not copied: do not change it.
  public byte[] body() {
    return body;
  }

  /// The client speaks HTTP/1.0: its answer is not chunked and ends with the connection.
  public boolean http10() {
    return version == Version.TEN;
  }

  /// The client speaks HTTP/2: its connection carries other requests too.
  public boolean http2() {
    return version == Version.TWO;
  }

  /// `System.nanoTime` of the read that completed the request.
  public long receivedNanos() {
    return receivedNanos;
  }
}
