package dev.goodput.operate.slo;

import dev.goodput.metrics.slo.Slo;
import org.jspecify.annotations.Nullable;

/// Where the counts of an SLO come from.
public sealed interface SliSource {
  /// Returns the PromQL of the rate or increase of all requests over a window.
  ///
  /// @param function `rate` or `increase`
  /// @param window a duration in Prometheus syntax, for example `5m`
  String total(String function, String window);

  /// Returns the PromQL of the bad requests over a window. It has a value whenever there are
  /// requests, even if no request was ever good or ever bad.
  ///
  /// @param function `rate` or `increase`
  /// @param window a duration in Prometheus syntax
  String bad(String function, String window);

  /// Counters of an SLO class of the gateway. They count every request, not only finished ones, and
  /// judge all bounds of a request together.
  ///
  /// @param sloClass the class, the label `slo` of the gateway's metrics
  /// @param slo its bounds; null if `gateway.yaml` defines them
  record Gateway(String sloClass, @Nullable Slo slo) implements SliSource {
    /// The counter of all requests. It starts at 0, so that no first event is lost.
    public static final String TOTAL = "goodput_upstream_slo_requests_total";

    /// The counter of good requests.
    public static final String GOOD = "goodput_upstream_slo_good_requests_total";

    private String sum(String function, String metric, String window) {
      return "sum(%s(%s{slo=\"%s\"}[%s]))".formatted(function, metric, sloClass, window);
    }

    @Override
    public String total(String function, String window) {
      return sum(function, TOTAL, window);
    }

    @Override
    public String bad(String function, String window) {
      return difference(total(function, window), sum(function, GOOD, window));
    }
  }

  /// Two queries of a Prometheus.
  ///
  /// @param part good or bad requests
  /// @param partIsGood whether `part` counts good requests
  /// @param total all requests
  record Prometheus(CounterQuery part, boolean partIsGood, CounterQuery total)
      implements SliSource {
    @Override
    public String total(String function, String window) {
      return total.over(function, window);
    }

    @Override
    public String bad(String function, String window) {
      String all = total(function, window);
      String counted = part.over(function, window);
      return partIsGood
          ? difference(all, counted)
          : "clamp_min(%s or 0 * %s, 0)".formatted(counted, all);
    }
  }

  /// Returns total minus good, at least 0, with no good series counting as 0.
  private static String difference(String total, String good) {
    return "clamp_min(%s - (%s or 0 * %s), 0)".formatted(total, good, total);
  }
}
