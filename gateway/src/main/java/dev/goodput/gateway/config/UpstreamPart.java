package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.Cost;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.SafeUrl;
import dev.goodput.wire.client.TlsContexts;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads `upstreams`.
final class UpstreamPart {
  private final Section section;

  private UpstreamPart(Section section) {
    this.section = section;
  }

  /// Reads them all, each with a name of its own.
  static List<Upstream> all(List<Section> sections) {
    List<Upstream> all = new ArrayList<>();
    for (Section section : sections) {
      Upstream next = new UpstreamPart(section).upstream();
      if (all.stream().anyMatch(each -> each.name().equals(next.name()))) {
        throw again(section, next.name());
      }
      all.add(next);
    }
    return all;
  }

  private static BadSettingException again(Section section, String name) {
    return section.has("name")
        ? section.wrong("name", "must be a name of its own, found \"" + name + "\" again")
        : section.wrong(
            "url",
            "makes \"" + name + "\" its name, which another has: give it one of its own by name");
  }

  private Upstream upstream() {
    String typed = section.needed("url", "http://vllm:8000");
    URI url = section.make(() -> Upstream.readUrl(typed));
    String name = section.text("name", Upstream.nameOf(url));
    Tls tls = tls(BaseUrl.secure(url));
    HttpVersion http = http();
    boolean keepHost = section.yes("keep-host", false);
    List<ExtraHeader> headers = headers();
    List<PageAddress> metrics = metrics();
    Cost cost = section.read("cost-per-hour", UpstreamPart::cost, "a price like 3.50 or 3.50EUR");
    return section.make(() -> new Upstream(name, url, tls, http, keepHost, headers, metrics, cost));
  }

  /// What could not be used is refused here: nothing of it is looked at again once it is in force.
  private Tls tls(boolean secured) {
    boolean insecure = section.yes("insecure", false);
    refuseIdle(secured, insecure);
    Pem ca = section.issuers("ca");
    Pem certificate = section.pem("certificate");
    Tls tls = new Tls(insecure, ca, certificate, section.pem("key"));
    section.tried("certificate", () -> TlsContexts.check(tls));
    return tls;
  }

  /// Settings that nothing would come of.
  private void refuseIdle(boolean secured, boolean insecure) {
    if (section.has("key") && !section.has("certificate")) {
      throw section.wrong("key", "needs its certificate beside it: certificate");
    }
    if (insecure && section.has("ca")) {
      throw section.wrong("insecure", "accepts any certificate; leave out ca or it");
    }
    for (String key : secured ? List.<String>of() : List.of("ca", "certificate", "insecure")) {
      if (key.equals("insecure") ? insecure : section.has(key)) {
        throw section.wrong(key, "is about TLS: it needs a url of https");
      }
    }
  }

  private HttpVersion http() {
    HttpVersion found =
        section.read(
            "http",
            text ->
                Arrays.stream(HttpVersion.values())
                    .filter(each -> each.word().equals(text))
                    .findFirst(),
            "auto, 1 or 2");
    return found == null ? HttpVersion.AUTO : found;
  }

  private List<ExtraHeader> headers() {
    List<ExtraHeader> headers = new ArrayList<>(headers(section));
    Secret key = section.secret("api-key");
    if (key != null) {
      headers.add(ExtraHeader.of("authorization", "Bearer " + key.reveal(), true));
    }
    return headers;
  }

  /// The `headers` of a section.
  static List<ExtraHeader> headers(Section section) {
    Section named = section.below("headers");
    if (named == null) {
      return List.of();
    }
    List<ExtraHeader> headers = new ArrayList<>();
    for (String name : named.keys()) {
      String typed = named.needed(name, "value");
      boolean secret = SecretText.elsewhere(typed) || SafeUrl.telling(name);
      String value = secret ? named.secretValue(name, typed) : typed;
      headers.add(section.make(() -> ExtraHeader.of(name, value, secret)));
    }
    return headers;
  }

  private List<PageAddress> metrics() {
    List<String> typed = section.texts("metrics");
    if (typed == null) {
      return List.of();
    }
    try {
      return typed.stream().map(url -> PageAddress.parse("page", url, "/metrics")).toList();
    } catch (BadSettingException e) {
      throw section.wrong("metrics", "must be addresses of pages: " + e.getMessage());
    }
  }

  private static Optional<Cost> cost(String text) {
    try {
      return Optional.of(Cost.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
