package dev.goodput.wire.client;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dial.Destination;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The server that requests are sent to, and how.
///
/// @param baseUrl server's root, its `/v1`, or a full endpoint URL, with a prefix if there is one
/// @param dialect API dialect
/// @param headers headers sent with every request, after the client's own
/// @param apiKey key, sent as the dialect requires; null for none
/// @param tls trust settings
/// @param connectionPerRequest whether each request opens its own connection
/// @param bodySecrets secrets in request bodies that must be removed from all server text
/// @param http version of HTTP to use
public record Endpoint(
    URI baseUrl,
    Dialect dialect,
    List<Header> headers,
    @Nullable Secret apiKey,
    Tls tls,
    boolean connectionPerRequest,
    List<String> bodySecrets,
    HttpVersion http) {

  /// Copies the lists and checks the URL.
  ///
  /// @throws BadSettingException if the URL is not `http` or `https` with a host, or contains a
  ///   password
  public Endpoint {
    headers = List.copyOf(headers);
    bodySecrets = List.copyOf(bodySecrets);
    BaseUrl.check(baseUrl);
  }

  /// Creates an endpoint that uses HTTP/1.1.
  ///
  /// @throws BadSettingException if the URL is not `http` or `https` with a host, or contains a
  ///   password
  public Endpoint(
      URI baseUrl,
      Dialect dialect,
      List<Header> headers,
      @Nullable Secret apiKey,
      Tls tls,
      boolean connectionPerRequest,
      List<String> bodySecrets) {
    this(
        baseUrl, dialect, headers, apiKey, tls, connectionPerRequest, bodySecrets, HttpVersion.ONE);
  }

  /// Returns the same endpoint with another version of HTTP.
  public Endpoint over(HttpVersion version) {
    return new Endpoint(
        baseUrl, dialect, headers, apiKey, tls, connectionPerRequest, bodySecrets, version);
  }

  /// Creates a plain endpoint: no key, no headers, the system's trusted certificates, pooled
  /// connections.
  ///
  /// @throws BadSettingException if the URL is not `http` or `https` with a host, or contains a
  ///   password
  public static Endpoint of(String baseUrl, Dialect dialect) {
    return new Endpoint(
        BaseUrl.parse(baseUrl), dialect, List.of(), null, Tls.SYSTEM, false, List.of());
  }

  /// Returns the server to connect to.
  public Destination destination() {
    return new Destination(
        BaseUrl.host(baseUrl), BaseUrl.port(baseUrl), BaseUrl.secure(baseUrl), tls, http);
  }

  /// Returns the port to connect to.
  public int port() {
    return BaseUrl.port(baseUrl);
  }

  /// Parses a base URL that the user typed.
  ///
  /// @throws BadSettingException if it is not `http` or `https` with a host
  public static URI parseUrl(String typed) {
    return BaseUrl.parse(typed);
  }

  /// Parses a URL that was given for another option.
  ///
  /// @param option option name, used in messages
  /// @throws BadSettingException if it is not `http` or `https` with a host
  public static URI parseUrl(String option, String typed) {
    return BaseUrl.parse(option, typed);
  }
}
