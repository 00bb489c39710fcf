package dev.goodput.operate.slo;

import dev.goodput.gateway.config.Section;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.operate.slo.Documents.Kind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A reader of indicators: the counts that SLOs are about.
final class Indicators {
  private static final List<String> SPEC = List.of("description", "ratioMetric", "thresholdMetric");
  private static final List<String> RATIO =
      List.of("counter", "good", "bad", "total", "rawType", "raw");
  private static final List<String> SOURCE = List.of("metricSourceRef", "type", "spec");
  private static final List<String> OURS = List.of("slo", "class");
  private static final Pattern CLASS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  private final Documents documents;

  Indicators(Documents documents) {
    this.documents = documents;
  }

  /// Reads all indicators, so that errors in unused ones are found too.
  void checkAll() {
    documents.of(Kind.SLI).values().forEach(this::source);
  }

  /// Returns the source of an SLO's counts.
  SliSource of(Section spec) {
    return source(
        SloReader.inlineOrReferenced(documents, spec, "indicator", "indicatorRef", Kind.SLI));
  }

  private SliSource source(Section indicator) {
    String name = Documents.name(indicator);
    Section spec = Documents.child(indicator, "spec", SPEC);
    Documents.refuse(
        spec,
        "thresholdMetric",
        "a threshold on a percentile has no error budget; use a ratioMetric");
    Section ratio = Documents.child(spec, "ratioMetric", RATIO);
    for (String key : List.of("raw", "rawType")) {
      Documents.refuse(ratio, key, "a ratio without its counts cannot be weighted by traffic");
    }
    Documents.only(ratio, "counter", "true", "rules need counters");
    if (ratio.has("good") == ratio.has("bad")) {
      throw ratio.error("good", "or bad is needed, one of them");
    }
    String part = ratio.has("good") ? "good" : "bad";
    Section counted = metricSource(ratio, part);
    Section total = metricSource(ratio, "total");
    String type = type(counted);
    if (!type.equals(type(total))) {
      throw total.error("type", "must be " + type + ", as that of " + part);
    }
    if (type.equals("prometheus")) {
      return new SliSource.Prometheus(query(counted), part.equals("good"), query(total));
    }
    Documents.refuse(ratio, "bad", "a goodput source counts good requests");
    SliSource.Gateway found = gateway(counted, name);
    if (!found.equals(gateway(total, name))) {
      throw total.error("spec", "must be the same as that of good");
    }
    return found;
  }

  private static Section metricSource(Section ratio, String part) {
    Section each = Documents.child(ratio, part, List.of("metricSource"));
    return Documents.child(each, "metricSource", SOURCE);
  }

  private String type(Section source) {
    String word;
    Section at = source;
    String key = "type";
    if (source.has("metricSourceRef") && !source.has("type")) {
      Section data = documents.referenced(source, "metricSourceRef", Kind.DATA_SOURCE);
      at = Documents.child(data, "spec", List.of("type", "description", "connectionDetails"));
    }
    word = Documents.required(at, key, "goodput").toLowerCase(Locale.ROOT);
    if (!word.equals("goodput") && !word.equals("prometheus")) {
      throw at.error(key, "must be goodput or Prometheus, found " + at.text(key));
    }
    return word;
  }

  private static CounterQuery query(Section source) {
    Section spec = Documents.child(source, "spec", List.of("query", "promql"));
    String key = spec.has("promql") ? "promql" : "query";
    CounterQuery query =
        new CounterQuery(Documents.required(spec, key, "sum(http_requests_total)"));
    query
        .problem()
        .ifPresent(problem -> {
          throw spec.error(key, problem);
        });
    return query;
  }

  /// Returns the gateway's class for an expression or preset: the one that is named, that of the
  /// preset, or that of the indicator.
  private static SliSource.Gateway gateway(Section source, String indicator) {
    Section spec = Documents.child(source, "spec", OURS);
    if (spec.has("class") && !CLASS.matcher(spec.text("class")).matches()) {
      throw spec.error(
          "class", "must be the name of a class, found \"" + spec.text("class") + "\"");
    }
    if (!spec.has("slo")) {
      return new SliSource.Gateway(
          Documents.required(spec, "class", "chat, or slo: \"p95 ttft<=200ms\""), null);
    }
    try {
      Slo slo = Slo.parse(spec.text("slo"));
      String preset = slo.name();
      String usual = preset == null ? indicator : preset;
      return new SliSource.Gateway(spec.has("class") ? spec.text("class") : usual, slo);
    } catch (SloSyntaxException e) {
      throw spec.error("slo", "cannot be read: " + e.getMessage());
    }
  }
}
