package dev.goodput.wire.client;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where questions go, and how.
///
/// @param baseUrl the server's root, its `/v1`, or the whole path, with a prefix where it has one
/// @param dialect how it speaks
/// @param headers sent with every request, after ours
/// @param apiKey shown as the dialect wants it, null for none
/// @param tls whom to trust
/// @param connectionPerRequest whether each request opens a connection of its own
/// @param bodySecrets what the bodies hold that no text of the server may repeat
/// @param http which version of HTTP is spoken
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
  /// @throws BadSettingException where the URL is not `http` or `https` with a host, or carries a
  ///   password
  public Endpoint {
    headers = List.copyOf(headers);
    bodySecrets = List.copyOf(bodySecrets);
    BaseUrl.check(baseUrl);
  }

  /// An endpoint that is asked over HTTP/1.1.
  ///
  /// @throws BadSettingException where the URL is not `http` or `https` with a host, or carries a
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

  /// The same endpoint asked over another version of HTTP.
  public Endpoint over(HttpVersion version) {
    return new Endpoint(
        baseUrl, dialect, headers, apiKey, tls, connectionPerRequest, bodySecrets, version);
  }

  /// A plain endpoint: no key, no headers, system trust, pooled connections.
  ///
  /// @throws BadSettingException where the URL is not `http` or `https` with a host, or carries a
  ///   password
  public static Endpoint of(String baseUrl, Dialect dialect) {
    return new Endpoint(
        BaseUrl.parse(baseUrl), dialect, List.of(), null, Tls.SYSTEM, false, List.of());
  }

  /// The port that connections go to.
  public int port() {
    return BaseUrl.port(baseUrl);
  }

  /// Reads what a user typed as a base URL.
  ///
  /// @throws BadSettingException where it is not `http` or `https` with a host
  public static URI parseUrl(String typed) {
    return BaseUrl.parse(typed);
  }

  /// The same of what was typed for another option.
  ///
  /// @param option for words
  /// @throws BadSettingException where it is not `http` or `https` with a host
  public static URI parseUrl(String option, String typed) {
    return BaseUrl.parse(option, typed);
  }
}
