package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import java.net.URI;
import java.util.List;
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
  /// @throws dev.goodput.wire.BadSettingException where it is not `http` or `https` with a host, or
  ///   carries a password
  public static PageAddress parse(String option, String typed) {
    return new PageAddress(BaseUrl.parse(option, typed), List.of(), null, Tls.SYSTEM);
  }

  /// A page of the server that questions go to, below its root; asked for with the questions' key
  /// and headers.
  ///
  /// @param page with its slash, for example `/metrics`
  public static PageAddress beside(Endpoint target, String page) {
    return new PageAddress(
        BaseUrl.beside(target.baseUrl(), page), target.headers(), target.apiKey(), target.tls());
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
