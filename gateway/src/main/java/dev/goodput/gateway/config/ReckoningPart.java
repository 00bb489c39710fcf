package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.LabelCaps;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.OtlpPlan.Histograms;
import dev.goodput.gateway.plan.PriceList;
import dev.goodput.gateway.plan.Reckoning;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads `prices`, `labels`, `pace` and `otlp`.
final class ReckoningPart {
  private ReckoningPart() {}

  static Reckoning read(Section root) {
    List<PriceList> prices = root.each("prices").stream().map(ReckoningPart::price).toList();
    LabelCaps labels = labels(root.below("labels"));
    double pace = root.decimal("pace", Reckoning.DEFAULTS.paceTps());
    double attainment = root.share("attainment", Reckoning.DEFAULTS.attainmentTarget());
    OtlpPlan otlp = otlp(root.below("otlp"));
    return root.make(() -> new Reckoning(prices, labels, pace, attainment, otlp));
  }

  private static PriceList price(Section section) {
    section.needed("input", "0.50");
    section.needed("output", "1.50");
    double input = section.decimal("input", 0);
    double output = section.decimal("output", 0);
    double cached = section.decimal("cached-input", input);
    double reasoning = section.decimal("reasoning", output);
    String model = section.text("model", "");
    String currency = section.text("currency", "USD");
    return section.make(() -> new PriceList(model, input, cached, output, reasoning, currency));
  }

  private static LabelCaps labels(@Nullable Section section) {
    LabelCaps usual = LabelCaps.DEFAULTS;
    if (section == null) {
      return usual;
    }
    int values = section.number("values", usual.values());
    int series = section.number("series", usual.series());
    return section.make(() -> new LabelCaps(values, series));
  }

  private static SortedMap<String, String> resource(@Nullable Section section) {
    SortedMap<String, String> all = new TreeMap<>();
    if (section != null) {
      for (String name : section.keys()) {
        String typed = section.needed(name, "value");
        if (typed.startsWith("file:")) {
          throw section.wrong(
              name, "is shown to everybody, so that no file's content stands there");
        }
        boolean elsewhere = SecretText.elsewhere(typed);
        all.put(name, elsewhere ? section.secretValue(name, typed) : typed);
      }
    }
    return all;
  }

  private static @Nullable OtlpPlan otlp(@Nullable Section section) {
    if (section == null) {
      return null;
    }
    String typed = section.needed("endpoint", "http://collector:4318");
    URI endpoint = section.make(() -> OtlpPlan.readEndpoint(typed));
    OtlpPlan usual = OtlpPlan.to(typed);
    List<ExtraHeader> headers = UpstreamPart.headers(section);
    long every = section.nanos("every", usual.everyNanos(), false);
    boolean metrics = section.yes("metrics", usual.metrics());
    Histograms histograms = histograms(section, usual.histograms());
    double traces = section.share("traces", usual.traceShare());
    SortedMap<String, String> resource = resource(section.below("resource"));
    return section.make(
        () -> new OtlpPlan(endpoint, headers, every, metrics, histograms, traces, resource));
  }

  private static Histograms histograms(Section section, Histograms otherwise) {
    Histograms found =
        section.read(
            "histograms",
            text ->
                Arrays.stream(Histograms.values())
                    .filter(each -> each.word().equals(text))
                    .findFirst(),
            "explicit or exponential");
    return found == null ? otherwise : found;
  }
}
