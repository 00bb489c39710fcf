package dev.goodput.monitor.page;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.report.model.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The `slos` part: each class over windows, and what is left of the misses its target allows.
///
/// Burn is the share of misses ÷ the share that the target allows: at 1 the budget of a time is
/// spent exactly within it.
final class SloPart {
  private static final int MAX = 20;

  private final TrafficSnapshot traffic;
  private final String name;
  private final Slo slo;
  private final double target;

  private SloPart(TrafficSnapshot traffic, String name, Slo slo) {
    this.traffic = traffic;
    this.name = name;
    this.slo = slo;
    this.target = traffic.plan().attainmentTarget();
  }

  static List<JsonObject> of(TrafficSnapshot traffic) {
    return traffic.plan().slos().entrySet().stream()
        .limit(MAX)
        .map(each -> new SloPart(traffic, each.getKey(), each.getValue()).fields())
        .toList();
  }

  /// A class by its name; that of all who have none is called `all others`, or `all` where it is
  /// the only one.
  static String className(TrafficSnapshot traffic, String name) {
    if (!name.isEmpty()) {
      return LiveFormat.name(name);
    }
    Slo slo = traffic.plan().slos().get(name);
    String preset = slo == null ? null : slo.name();
    if (traffic.plan().slos().size() > 1) {
      return "all others";
    }
    return preset == null ? "all requests" : preset;
  }

  private JsonObject fields() {
    return new JsonObject()
        .text("class", className(traffic, name))
        .text("expression", slo.expression())
        .number("target", target)
        .object("thresholds_ms", thresholds())
        .objects("bounds", bounds(traffic.all().fiveMinutes().counts().slos().get(name)))
        .objects("windows", windows())
        .object("budget", budget(traffic.all().totals().slos().get(name)));
  }

  private @Nullable JsonObject thresholds() {
    JsonObject fields = new JsonObject();
    for (LatencyMetric metric : LatencyMetric.boundableMetrics()) {
      OptionalLong nanos = slo.tightestNanos(metric);
      if (nanos.isPresent()) {
        fields.number(metric.key(), nanos.getAsLong() / 1e6);
      }
    }
    return fields.orNothing();
  }

  private List<JsonObject> windows() {
    List<JsonObject> windows = new ArrayList<>();
    for (TrafficWindow window : traffic.all().windows()) {
      windows.add(
          window(window.nominalSeconds(), window.seconds(), window.counts().slos().get(name)));
    }
    double up = GatewayPart.seconds(traffic);
    windows.add(window(Math.round(up), up, traffic.all().totals().slos().get(name)));
    return windows;
  }

  private JsonObject window(long nominal, double seconds, @Nullable SloCount count) {
    long total = count == null ? 0 : count.total();
    long good = count == null ? 0 : count.good();
    Double attainment = total == 0 ? null : Double.valueOf((double) good / total);
    return new JsonObject()
        .whole("window_s", nominal)
        .number("covered_s", Math.min(seconds, GatewayPart.seconds(traffic)))
        .whole("good", good)
        .whole("total", total)
        .number("attainment", attainment)
        .number("burn", attainment == null ? null : burn(attainment));
  }

  private @Nullable Double burn(double attainment) {
    return target >= 1 ? null : Double.valueOf((1 - attainment) / (1 - target));
  }

  private @Nullable JsonObject budget(@Nullable SloCount count) {
    if (count == null || count.total() == 0 || target >= 1) {
      return null;
    }
    double allowed = count.total() * (1 - target);
    long missed = count.total() - count.good();
    return new JsonObject()
        .number("covered_s", GatewayPart.seconds(traffic))
        .whole("total", count.total())
        .whole("missed", missed)
        .number("allowed", allowed)
        .number("left_share", 1 - missed / allowed);
  }

  private List<JsonObject> bounds(@Nullable SloCount count) {
    List<JsonObject> bounds = new ArrayList<>();
    for (int i = 0; i < slo.bounds().size(); i++) {
      Bound bound = slo.bounds().get(i);
      SloCount.BoundCount held =
          count == null ? new SloCount.BoundCount(0, 0) : count.bounds().get(i);
      bounds.add(
          new JsonObject()
              .text("bound", bound.expression())
              .number("required", bound.requiredShare(target))
              .whole("applies", held.applies())
              .whole("within", held.within()));
    }
    return bounds;
  }

  /// Returns the bounds of a class that do not hold, in words; empty if all hold or no request was
  /// judged. A bound without a percentile holds if the target's share of requests kept all of them.
  static List<String> broken(SloCount count, double target) {
    List<String> broken = new ArrayList<>();
    for (int i = 0; i < count.bounds().size(); i++) {
      Bound bound = count.slo().bounds().get(i);
      SloCount.BoundCount held = count.bounds().get(i);
      double needed = bound.requiredShare(target);
      boolean holds =
          bound.percentile() == null
              ? count.good() >= needed * count.total() - 1e-9
              : held.within() >= needed * held.applies() - 1e-9;
      if (!holds) {
        broken.add(bound.expression());
      }
    }
    return broken;
  }

  static @Nullable JsonObject goodput(TrafficWindow window) {
    Goodput goodput = window.goodput();
    return goodput == null
        ? null
        : new JsonObject()
            .number("seconds", window.seconds())
            .goodputs(goodput)
            .number("delivered_output_tps", window.rates().deliveredOutputTps())
            .number("rps", window.rates().rps());
  }

  static JsonObject reading(Reading reading) {
    return new JsonObject()
        .number("pace_tps", reading.paceTps())
        .number("stall_ratio", reading.stallRatio())
        .number("noticeable_share", reading.noticeableShare())
        .number("broken_share", reading.brokenShare())
        .number("surplus_speed", reading.surplusSpeed());
  }

  /// How each class fared in the last five minutes, those with anyone to judge.
  static Map<String, SloCount> lately(TrafficSnapshot traffic) {
    return traffic.all().fiveMinutes().counts().slos();
  }
}
