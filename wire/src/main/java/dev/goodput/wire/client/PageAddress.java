package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The address of a page that is not model output, such as `/metrics`.
///
/// @param url full URL
/// @param headers headers sent with every request, after the client's own
/// @param apiKey key sent as a bearer token, null for none
/// @param tls trust settings
public record PageAddress(URI url, List<Header> headers, @Nullable Secret apiKey, Tls tls) {
  /// Copies the headers and checks the URL.
  ///
  /// @throws dev.goodput.wire.BadSettingException if the URL is not `http` or `https` with a host,
  ///   or contains a password
  public PageAddress {
    headers = List.copyOf(headers);
    BaseUrl.check(url);
  }

  /// Parses an address that the user typed. It gets no key, because it may be on another server.
  ///
  /// @param option option name, used in messages
  /// @param page page to use if only a host was typed, with its slash
  /// @throws dev.goodput.wire.BadSettingException if it is not `http` or `https` with a host, or
  ///   contains a password
  public static PageAddress parse(String option, String typed, String page) {
    URI url = BaseUrl.parse(option, typed);
    boolean host = BaseUrl.shown(url).equals(BaseUrl.shown(BaseUrl.atRoot(url, "")));
    return new PageAddress(host ? BaseUrl.atRoot(url, page) : url, List.of(), null, Tls.SYSTEM);
  }

  /// Returns where the target's server may serve a page, most likely first: below the base URL and,
  /// if different, at the host's root. The target's key and headers are used.
  ///
  /// @param page page with its slash, for example `/metrics`
  public static List<PageAddress> nextTo(Endpoint target, String page) {
    return Stream.of(BaseUrl.nextTo(target.baseUrl(), page), BaseUrl.atRoot(target.baseUrl(), page))
        .distinct()
        .map(url -> new PageAddress(url, target.headers(), target.apiKey(), target.tls()))
        .toList();
  }

  /// Returns the same page with the target's key, headers and trust settings if it has the same
  /// scheme, host and port; no other server gets them.
  public PageAddress withCredentialsOf(Endpoint target) {
    return BaseUrl.sameServer(url, target.baseUrl())
        ? new PageAddress(url, target.headers(), target.apiKey(), target.tls())
        : this;
  }

  /// The same page, requested with a server's headers and trust where it is on that server (same
  /// scheme, host and port); no other server gets them.
  public PageAddress withServerSettings(URI server, List<Header> headers, Tls tls) {
    return BaseUrl.sameServer(url, server) ? new PageAddress(url, headers, null, tls) : this;
  }

  /// Returns the address for display and storage, without secrets.
  public String shown() {
    return MaskedUrl.address(url.toString());
  }

  @Override
  public String toString() {
    return "PageAddress[" + shown() + "]";
  }
}
