package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A server that requests are passed on to.
///
/// @param name as labels and records have it
/// @param url scheme, host, port, and a prefix that goes before the client's path
/// @param tls whom to trust, and who we are to it
/// @param http which HTTP it is asked in
/// @param keepHost whether it is sent the client's `Host`, and not its own name
/// @param headers set in every request
/// @param metrics pages that its engine and GPUs tell of themselves
/// @param hourlyCost of the whole server; null where it is not known
public record Upstream(
    String name,
    URI url,
    Tls tls,
    HttpVersion http,
    boolean keepHost,
    List<ExtraHeader> headers,
    List<PageAddress> metrics,
    @Nullable Cost hourlyCost) {
  private static final List<String> OTHERS = List.of("/v1/models", "/v1/embeddings");

  /// Copies the lists.
  ///
  /// @throws PlanException where the name is none, or the URL not of a server
  public Upstream {
    headers = List.copyOf(headers);
    metrics = List.copyOf(metrics);
    Checks.name("name", name);
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw new PlanException("url", "must have no query: each request brings its own");
    }
    wholePath(url)
        .ifPresent(path -> {
          throw new PlanException(
              "url", "must not hold what each request brings itself: leave out " + path);
        });
    Checks.distinct(
        "headers",
        headers.stream().map(each -> each.header().name().toLowerCase(Locale.ROOT)).toList());
  }

  /// One of a URL alone: the system's trust, no headers, no page of metrics.
  ///
  /// @throws PlanException where the URL is not `http` or `https` with a host
  public static Upstream of(String name, String url) {
    return new Upstream(
        name, readUrl(url), Tls.SYSTEM, HttpVersion.AUTO, false, List.of(), List.of(), null);
  }

  /// Host and port of a URL, as a name may have them: a long one has its end as a number that is
  /// its own.
  public static String nameOf(URI url) {
    String bare =
        url.getRawAuthority()
            .replaceAll("[^\\w.:-]", "")
            .replaceFirst("^:", "0:")
            .replaceFirst("^[._-]+", "");
    return bare.length() <= Checks.LONGEST_NAME
        ? bare
        : "%s-%08x".formatted(bare.substring(0, Checks.LONGEST_NAME - 9), bare.hashCode());
  }

  /// Reads what a user typed as its URL; without a scheme it is `http`.
  ///
  /// @throws PlanException where it is not `http` or `https` with a host, or carries a password
  public static URI readUrl(String typed) {
    if (typed.matches("(\\w+:/*)?[^/?#]*@.*")) {
      throw new PlanException("url", "must hold no password: a key of its own is sent as a header");
    }
    if (typed.matches("(?i)\\s*(https?:(?!//)|//).*")) {
      throw new PlanException("url", "must begin with http:// or https://");
    }
    try {
      return Endpoint.parseUrl("url", typed);
    } catch (BadSettingException e) {
      throw new PlanException("url", String.valueOf(e.getMessage()).replaceFirst("^url ", ""));
    }
  }

  /// What goes before the client's path: the URL's own path, less the `/v1` that the client's has
  /// already; empty for none.
  public String pathPrefix() {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String trimmed = path.replaceFirst("/+$", "");
    return trimmed.endsWith("/v1") ? trimmed.substring(0, trimmed.length() - 3) : trimmed;
  }

  /// The path of an API with its version that a URL ends in; others may be anybody's prefix.
  private static Optional<String> wholePath(URI url) {
    String path = String.valueOf(url.getRawPath()).replaceFirst("/+$", "");
    return Stream.concat(Dialect.all().stream().map(Dialect::path), OTHERS.stream())
        .filter(each -> each.startsWith("/v1/") && path.endsWith(each))
        .findFirst();
  }
}
