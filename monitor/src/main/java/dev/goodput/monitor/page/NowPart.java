package dev.goodput.monitor.page;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.ArrivedTokens;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TokenSources;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.metrics.traffic.TrendPoint;
import dev.goodput.record.TokenSource;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Ratings;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The `now` part: requests in flight now, rates of the last ten seconds, tokens of the last ten
/// seconds for which they are known, latencies and shares of the last minute.
final class NowPart {
  private static final int RATE_SECONDS = 10;

  private final TrafficSnapshot traffic;
  private final List<TrendPoint> recent;
  private final List<TrendPoint> counted;
  private final double seconds;

  private NowPart(TrafficSnapshot traffic) {
    this.traffic = traffic;
    List<TrendPoint> whole = TrendPart.over(traffic.trend().seconds(), traffic.nowNanos());
    this.recent = last(whole);
    this.counted = last(whole.subList(0, known(whole)));
    this.seconds = recent.stream().mapToDouble(TrendPoint::seconds).sum();
  }

  private static List<TrendPoint> last(List<TrendPoint> points) {
    return points.subList(Math.max(0, points.size() - RATE_SECONDS), points.size());
  }

  /// Up to where the tokens of seconds are known: the newest lack what is under way.
  private static int known(List<TrendPoint> points) {
    int until = points.size();
    while (until > 0 && !points.get(until - 1).known()) {
      until--;
    }
    return until;
  }

  static JsonObject of(LiveInput in) {
    return new NowPart(in.traffic()).fields();
  }

  private JsonObject fields() {
    TrafficWindow minute = traffic.all().minute();
    TrafficCounts counts = minute.counts();
    return new JsonObject()
        .number("rates_s", seconds)
        .number("shares_s", minute.seconds())
        .number("ended_per_s", perSecond(p -> p.ok() + p.failed() + p.cancelled()))
        .number("ok_per_s", perSecond(TrendPoint::ok))
        .number("output_tps", tokens(TrendPoint::output))
        .number("input_tps", TrendPart.noPrompts(traffic) ? null : tokens(TrendPoint::input))
        .number("tokens_age_s", tokensAge())
        .whole("in_flight", inFlight(InFlight::requests))
        .whole("waiting_for_first_token", inFlight(InFlight::awaiting))
        .whole("requests", counts.requests())
        .whole("failed", counts.failed())
        .whole("cancelled", counts.cancelled())
        .number("error_rate", minute.errorRate())
        .distribution("ttft_ms", minute.latency(LatencyMetric.TTFT))
        .distribution("tpot_ms", minute.latency(LatencyMetric.TPOT))
        .distribution("itl_ms", minute.latency(LatencyMetric.ITL))
        .distribution("forward_delay_ms", minute.latency(LatencyMetric.FORWARD_DELAY))
        .object("ttft_rating", rating(p95(minute, LatencyMetric.TTFT), Rating::ofTtft))
        .object("tpot_rating", rating(p95(minute, LatencyMetric.TPOT), Rating::ofTpot));
  }

  private @Nullable Double perSecond(ToDoubleFunction<TrendPoint> value) {
    return seconds > 0 ? recent.stream().mapToDouble(value).sum() / seconds : null;
  }

  private @Nullable Double tokens(Function<TrendPoint, ArrivedTokens> value) {
    double over = 0;
    double all = 0;
    for (TrendPoint point : counted) {
      Double each = point.perSecond(value.apply(point));
      over += each == null ? 0 : point.seconds();
      all += each == null ? 0 : each * point.seconds();
    }
    return over > 0 ? all / over : null;
  }

  private @Nullable Double tokensAge() {
    return counted.isEmpty()
        ? null
        : Double.valueOf((traffic.nowNanos() - TrendPart.end(counted.getLast())) / 1e9);
  }

  private Long inFlight(ToIntFunction<InFlight> value) {
    return traffic.inFlight().stream().mapToLong(value::applyAsInt).sum();
  }

  private static @Nullable Double p95(TrafficWindow window, LatencyMetric metric) {
    Distribution latency = window.latency(metric);
    return latency == null ? null : latency.p95();
  }

  private static @Nullable JsonObject rating(
      @Nullable Double millis, DoubleFunction<Rating> rater) {
    if (millis == null) {
      return null;
    }
    Rating rating = rater.apply(millis);
    return new JsonObject()
        .text("word", rating.label())
        .text("tone", Ratings.severity(rating).key());
  }

  /// Every distribution of durations of a window, by the metric's word.
  static JsonObject latencies(TrafficWindow window) {
    TokenSources sources = window.counts().tokens().sources();
    TokenSource output = sources.worstOutput();
    ItlSource itl = sources.itl();
    JsonObject fields =
        new JsonObject()
            .number("seconds", window.seconds())
            .constant("output_source", output)
            .text("itl_source", itl == null ? null : itl.key());
    window
        .latencies()
        .forEach((metric, values) -> {
          if (metric.unit() == LatencyMetric.Unit.SECONDS) {
            fields.distribution(metric.key().toLowerCase(Locale.ROOT) + "_ms", values);
          }
        });
    return fields;
  }
}
