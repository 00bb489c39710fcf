package dev.goodput.relay;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.dial.Destination;
import java.net.URI;
import java.util.List;

/// A server that requests are forwarded to.
///
/// @param name name in records and messages
/// @param url root URL, `http` or `https`; its path is put before every target
/// @param tls trust settings
/// @param preserveHost whether to forward the client's `Host` instead of the upstream's own
/// @param headers headers set on every request, replacing the client's of the same name; one that
///   carries a key (`Authorization`, `X-Api-Key`, `Api-Key`, `X-Goog-Api-Key`) replaces the
///   client's key under any of these names
/// @param connectNanos limit on making a connection, from the name lookup to TLS and the HTTP/2
///   settings
/// @param firstByteNanos limit on the time from the request to the first byte of the response, 0
///   for none
/// @param idleNanos limit on a pause in a response, and on how long the upstream may take nothing
///   of a request; 0 for none
/// @param http version of HTTP to use
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
  /// @throws BadSettingException if the URL is not `http` or `https` with a host
  public Upstream {
    headers = List.copyOf(headers);
    BaseUrl.check(url);
  }

  /// Creates an upstream that uses HTTP/1.1.
  ///
  /// @throws BadSettingException if the URL is not `http` or `https` with a host
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

  /// Returns the same upstream with another version of HTTP.
  public Upstream over(HttpVersion version) {
    return new Upstream(
        name, url, tls, preserveHost, headers, connectNanos, firstByteNanos, idleNanos, version);
  }

  /// Returns the server to connect to.
  Destination destination() {
    return new Destination(BaseUrl.host(url), BaseUrl.port(url), BaseUrl.secure(url), tls, http);
  }

  /// Returns an upstream with the system's trusted certificates, a connect timeout of 900 ms, and
  /// no limits on responses.
  ///
  /// @throws BadSettingException if the URL is not `http` or `https` with a host
  public static Upstream of(String name, String url) {
    return new Upstream(
        name, BaseUrl.parse(url), Tls.SYSTEM, false, List.of(), CONNECT_NANOS, 0, 0);
  }
}
