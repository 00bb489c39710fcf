package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a page is that no model writes: `/metrics` and its like.
///
/// @param url the whole address
/// @param headers sent with every request, after ours
/// @param apiKey sent as a bearer token, null for none
/// @param tls whom to trust
public record PageAddress(URI url, List<Header> headers, @Nullable Secret apiKey, Tls tls) {
  /// Copies the headers and checks the URL.
  ///
  /// @throws dev.goodput.wire.BadSettingException where the URL is not `http` or `https` with a
  ///   host, or carries a password
  public PageAddress {
    headers = List.copyOf(headers);
    BaseUrl.check(url);
  }

  /// What a user typed, to be asked for without a key: it may be another's server.
  ///
  /// @param option what it was typed for, for words
  /// @param page which one is meant where only a host was typed, with its slash
  /// @throws dev.goodput.wire.BadSettingException where it is not `http` or `https` with a host, or
  ///   carries a password
  public static PageAddress parse(String option, String typed, String page) {
    URI url = BaseUrl.parse(option, typed);
    boolean host = BaseUrl.shown(url).equals(BaseUrl.shown(BaseUrl.atRoot(url, "")));
    return new PageAddress(host ? BaseUrl.atRoot(url, page) : url, List.of(), null, Tls.SYSTEM);
  }

  /// Where the server that questions go to may have a page, the likeliest place first: below the
  /// base and, where that is another place, at the host's root. Asked for with the questions' key
  /// and headers.
  ///
  /// @param page with its slash, for example `/metrics`
  public static List<PageAddress> beside(Endpoint target, String page) {
    return Stream.of(BaseUrl.beside(target.baseUrl(), page), BaseUrl.atRoot(target.baseUrl(), page))
        .distinct()
        .map(url -> new PageAddress(url, target.headers(), target.apiKey(), target.tls()))
        .toList();
  }

  /// The same page, asked for with the questions' key, headers and trust where they go to the same
  /// scheme, host and port; nobody else is told them.
  public PageAddress asBeside(Endpoint target) {
    return BaseUrl.sameServer(url, target.baseUrl())
        ? new PageAddress(url, target.headers(), target.apiKey(), target.tls())
        : this;
  }

  /// The same page, requested with a server's headers and trust where it is on that server (same
  /// scheme, host and port); no other server gets them.
  public PageAddress ofServer(URI server, List<Header> headers, Tls tls) {
    return BaseUrl.sameServer(url, server) ? new PageAddress(url, headers, null, tls) : this;
  }

  /// The address as it may be printed and kept.
  public String shown() {
    return SafeUrl.address(url.toString());
  }

  @Override
  public String toString() {
    return "PageAddress[" + shown() + "]";
  }
}
