package dev.goodput.wire.relay;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.BaseUrl;
import java.net.URI;
import java.util.List;

/// A server that requests are handed on to.
///
/// @param name what it is called in records and messages
/// @param url its root, `http` or `https`; a path stands before every target
/// @param tls whom to trust
/// @param preserveHost whether it is told the `Host` that the client asked for, not its own
/// @param headers set on every request, in place of the client's of the same name; one that carries
///   a key (`Authorization`, `X-Api-Key`, `Api-Key`, `X-Goog-Api-Key`) replaces the client's key
///   under any of these names
/// @param connectNanos how long a connection may take, from the look-up of its name to TLS and the
///   settings of HTTP/2
/// @param firstByteNanos how long the first byte of an answer may take after the request, 0 for any
///   time
/// @param idleNanos how long an answer may pause, and how long a request may wait to be taken; 0
///   for any time
/// @param http the version of HTTP that it is asked in
public record Upstream(
    String name,
    URI url,
    Tls tls,
    boolean preserveHost,
    List<Header> headers,
    long connectNanos,
    long firstByteNanos,
    long idleNanos,
    HttpVersion http) {
  private static final long CONNECT_NANOS = 900_000_000;

  /// Copies the headers and checks the URL.
  ///
  /// @throws BadSettingException where the URL is not `http` or `https` with a host
  public Upstream {
    headers = List.copyOf(headers);
    BaseUrl.check(url);
  }

  /// One that is asked in HTTP/1.1.
  ///
  /// @throws BadSettingException where the URL is not `http` or `https` with a host
  public Upstream(
      String name,
      URI url,
      Tls tls,
      boolean preserveHost,
      List<Header> headers,
      long connectNanos,
      long firstByteNanos,
      long idleNanos) {
    this(
        name,
        url,
        tls,
        preserveHost,
        headers,
        connectNanos,
        firstByteNanos,
        idleNanos,
        HttpVersion.ONE);
  }

  /// The same, asked in another version of HTTP.
  public Upstream over(HttpVersion version) {
    return new Upstream(
        name, url, tls, preserveHost, headers, connectNanos, firstByteNanos, idleNanos, version);
  }

  /// One of an URL with the system's trust, a connection in 900 ms, and answers that take what time
  /// they take.
  ///
  /// @throws BadSettingException where the URL is not `http` or `https` with a host
  public static Upstream of(String name, String url) {
    return new Upstream(
        name, BaseUrl.parse(url), Tls.SYSTEM, false, List.of(), CONNECT_NANOS, 0, 0);
  }
}
