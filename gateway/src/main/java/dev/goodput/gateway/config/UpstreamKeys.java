package dev.goodput.gateway.config;

import static dev.goodput.gateway.config.ValueType.BOOLEAN;
import static dev.goodput.gateway.config.ValueType.CA_CERTIFICATES;
import static dev.goodput.gateway.config.ValueType.HEADERS;
import static dev.goodput.gateway.config.ValueType.PEM;
import static dev.goodput.gateway.config.ValueType.SECRET;
import static dev.goodput.gateway.config.ValueType.TEXT;

import dev.goodput.gateway.config.Part.Keys;
import dev.goodput.gateway.config.Part.Values;
import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.PowerPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.result.Cost;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.dial.TlsContexts;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The keys of `upstreams`.
final class UpstreamKeys {
  private static final ValueType<HttpVersion> HTTP =
      ValueType.choice("auto, 1 or 2", List.of(HttpVersion.values()), HttpVersion::word);

  static final Part<Upstream> UPSTREAM = upstream();

  private UpstreamKeys() {}

  private static Part<Upstream> upstream() {
    Keys<Upstream> keys = new Keys<>(Upstream.of("placeholder", "http://placeholder"));
    var url =
        keys.addRequired(
            "url", "http://vllm:8000", ValueType.url(Upstream::readUrl), Upstream::url);
    var name = keys.addWithoutDefault("name", TEXT, Upstream::name);
    var http = keys.add("http", HTTP, Upstream::http);
    var keepHost = keys.add("keep-host", BOOLEAN, Upstream::keepHost);
    var ca = keys.add("ca", CA_CERTIFICATES, each -> each.tls().caPem());
    var certificate = keys.add("certificate", PEM, each -> each.tls().certificatePem());
    var key = keys.add("key", PEM, each -> each.tls().keyPem());
    var insecure = keys.add("insecure", BOOLEAN, each -> each.tls().insecure());
    var apiKey = keys.addWithoutDefault("api-key", SECRET, _ -> null);
    var headers = keys.add("headers", HEADERS, Upstream::headers);
    var metrics = keys.add("metrics", pages(), Upstream::metrics);
    var power = keys.add("power", power(), Upstream::power);
    var cost = keys.add("cost-per-hour", cost(), Upstream::hourlyCost);
    return keys.build(values -> {
      URI address = values.get(url);
      boolean acceptAny = values.get(insecure);
      rejectUnusedKeys(values, BaseUrl.secure(address), acceptAny);
      Tls tls = new Tls(acceptAny, values.find(ca), values.find(certificate), values.find(key));
      check(tls);
      return new Upstream(
          values.getOrElse(name, Upstream.nameOf(address)),
          address,
          tls,
          values.get(http),
          values.get(keepHost),
          withApiKey(values.find(apiKey), values.get(headers)),
          values.get(metrics),
          values.get(power),
          values.find(cost));
    });
  }

  /// Rejects keys that have no effect together with the others.
  private static void rejectUnusedKeys(Values<Upstream> values, boolean secured, boolean insecure) {
    if (values.has("key") && !values.has("certificate")) {
      throw new PlanException("key", "needs its certificate: certificate");
    }
    if (insecure && values.has("ca")) {
      throw new PlanException(
          "insecure", "accepts any certificate, so ca has no effect; remove one of them");
    }
    for (String key : secured ? List.<String>of() : List.of("ca", "certificate", "insecure")) {
      if (key.equals("insecure") ? insecure : values.has(key)) {
        throw new PlanException(key, "is about TLS: it needs a url of https");
      }
    }
  }

  /// Rejects unusable certificate files now, because nothing checks them later.
  private static void check(Tls tls) {
    try {
      TlsContexts.check(tls);
    } catch (BadSettingException e) {
      throw new PlanException("certificate", "cannot be used: " + e.getMessage());
    }
  }

  private static List<ExtraHeader> withApiKey(@Nullable Secret apiKey, List<ExtraHeader> headers) {
    List<ExtraHeader> all = new ArrayList<>(headers);
    if (apiKey != null) {
      all.add(ExtraHeader.of("authorization", "Bearer " + apiKey.reveal(), true));
    }
    return all;
  }

  private static ValueType<List<PageAddress>> pages() {
    return new ValueType<>(
        (section, key) -> {
          List<String> typed = section.texts(key);
          try {
            return typed.stream().map(url -> PageAddress.parse("page", url, "/metrics")).toList();
          } catch (BadSettingException e) {
            throw section.error(key, "must be addresses of pages: " + e.getMessage());
          }
        },
        pages -> pages.stream().map(PageAddress::shown).toList());
  }

  private static ValueType<PowerPlan> power() {
    return new ValueType<>(
        (section, key) -> {
          try {
            return PowerPlan.parse("source", section.texts(key));
          } catch (BadSettingException e) {
            throw section.error(key, "is a list in which each " + e.getMessage());
          }
        },
        PowerPlan::shown);
  }

  private static ValueType<Cost> cost() {
    return ValueType.parsed(
        "a price like 3.50 or 3.50EUR",
        Cost::parse,
        cost -> ValueType.plain(cost.perHour()) + cost.currency());
  }

  /// Rejects a source of power that is named twice, as its energy would count twice.
  static void requireDistinctPower(List<Upstream> upstreams) {
    Map<String, Integer> owners = new HashMap<>();
    for (int i = 0; i < upstreams.size(); i++) {
      for (String source : upstreams.get(i).power().shown()) {
        Integer owner = owners.put(source, i);
        if (owner != null) {
          throw new PlanException(
              "upstreams[" + i + "].power",
              "names %s, which upstreams[%d] names already: its energy would count twice"
                  .formatted(source, owner));
        }
      }
    }
  }

  /// Rejects a name that two upstreams share.
  ///
  /// @param values the values of the whole file
  static void requireDistinctNames(List<Upstream> upstreams, Values<?> values) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < upstreams.size(); i++) {
      String at = "upstreams[" + i + "].";
      String name = upstreams.get(i).name();
      if (!names.add(name)) {
        throw values.has(at + "name")
            ? new PlanException(
                at + "name", "must be a name of its own, found \"" + name + "\" again")
            : new PlanException(
                at + "url",
                "makes \"%s\" its name, which another has: give it one of its own by name"
                    .formatted(name));
      }
    }
  }
}
