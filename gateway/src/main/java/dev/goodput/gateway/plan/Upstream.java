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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A server that requests are forwarded to.
///
/// @param name the name in labels and records
/// @param url scheme, host, port, and a prefix that precedes the client's path
/// @param tls the trusted certificates, and the gateway's own client certificate
/// @param http the HTTP version
/// @param keepHost whether to forward the client's `Host` instead of the upstream's own name
/// @param headers headers that are set in every request
/// @param metrics the metrics pages of its engine and GPUs
/// @param power where its electric power is read
/// @param hourlyCost the cost of the whole server; null if unknown
public record Upstream(
    String name,
    URI url,
    Tls tls,
    HttpVersion http,
    boolean keepHost,
    List<ExtraHeader> headers,
    List<PageAddress> metrics,
    PowerPlan power,
    @Nullable Cost hourlyCost) {
  private static final List<String> OTHER_API_PATHS = List.of("/v1/models", "/v1/embeddings");

  /// Copies the lists.
  ///
  /// @throws PlanException an invalid name, or a URL that is not that of a server
  public Upstream {
    headers = List.copyOf(headers);
    metrics = List.copyOf(metrics);
    Checks.name("name", name);
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw new PlanException("url", "must have no query: each request brings its own");
    }
    apiPath(url)
        .ifPresent(path -> {
          throw new PlanException(
              "url",
              "ends with the API path %s, but clients send that path: use %s"
                  .formatted(path, withoutPath(url, path)));
        });
    Checks.distinct(
        "headers",
        headers.stream().map(each -> each.header().name().toLowerCase(Locale.ROOT)).toList());
  }

  /// Returns an upstream from its URL alone: system trust store, no headers, no metrics page.
  ///
  /// @throws PlanException a URL that is not `http` or `https` with a host
  public static Upstream of(String name, String url) {
    return new Upstream(
        name,
        readUrl(url),
        Tls.SYSTEM,
        HttpVersion.AUTO,
        false,
        List.of(),
        List.of(),
        PowerPlan.NONE,
        null);
  }

  /// Returns host and port of a URL as a valid name. If the name is too long, a hash replaces its
  /// end.
  public static String nameOf(URI url) {
    String bare =
        url.getRawAuthority()
            .replaceAll("[^\\w.:-]", "")
            .replaceFirst("^:", "0:")
            .replaceFirst("^[._-]+", "");
    return bare.length() <= Checks.MAX_NAME_LENGTH
        ? bare
        : "%s-%08x".formatted(bare.substring(0, Checks.MAX_NAME_LENGTH - 9), bare.hashCode());
  }

  /// Parses a URL that a user typed. Without a scheme it is `http`.
  ///
  /// @throws PlanException a URL that is not `http` or `https` with a host, or that holds a
  ///   password
  public static URI readUrl(String typed) {
    if (typed.matches("(\\w+:/*)?[^/?#]*@.*")) {
      throw new PlanException("url", "must hold no password: a key of its own is sent as a header");
    }
    if (typed.matches("(?i)\\s*(https?:(?!//)|//).*")) {
      throw new PlanException("url", "must start with http:// or https://");
    }
    try {
      return Endpoint.parseUrl("url", typed);
    } catch (BadSettingException e) {
      throw new PlanException("url", String.valueOf(e.getMessage()).replaceFirst("^url ", ""));
    }
  }

  /// Returns the path to prepend to the client's path: the URL's path without a trailing `/v1`,
  /// which the client's path already has. Empty if there is none.
  public String pathPrefix() {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String trimmed = path.replaceFirst("/+$", "");
    return trimmed.endsWith("/v1") ? trimmed.substring(0, trimmed.length() - 3) : trimmed;
  }

  private static String withoutPath(URI url, String path) {
    return url.toString().replaceFirst("/*$", "").replaceFirst(Pattern.quote(path) + "$", "");
  }

  /// Returns the known, versioned API path that a URL ends with, if any. Any other path may be a
  /// prefix.
  private static Optional<String> apiPath(URI url) {
    String path = String.valueOf(url.getRawPath()).replaceFirst("/+$", "");
    return Stream.concat(Dialect.all().stream().map(Dialect::path), OTHER_API_PATHS.stream())
        .filter(each -> each.startsWith("/v1/") && path.endsWith(each))
        .findFirst();
  }
}
