package dev.goodput.monitor.page;

import dev.goodput.metrics.result.Energy;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.metrics.traffic.UpstreamEnergy;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parts `cost` and `energy`: what the last five minutes cost per unit of work.
final class CostPart {
  private static final double MILLION = 1e6;

  private CostPart() {}

  /// Returns the costs of the last five minutes: of the upstreams by the hour, and of the tokens by
  /// the price list. Null without either.
  static @Nullable JsonObject cost(TrafficSnapshot traffic) {
    TrafficWindow window = traffic.all().fiveMinutes();
    JsonObject upstreams = window.cost() == null ? null : upstreams(window.cost());
    JsonObject tokens = window.counts().priced() == 0 ? null : tokens(window.counts());
    return upstreams == null && tokens == null
        ? null
        : new JsonObject()
            .number("seconds", window.seconds())
            .object("upstreams", upstreams)
            .object("tokens", tokens);
  }

  private static @Nullable JsonObject upstreams(CostResult cost) {
    return new JsonObject()
        .number("per_million_output_tokens", cost.perMillionOutputTokens())
        .number("per_million_good_tokens", cost.perMillionGoodTokens())
        .number("per_request", cost.perRequest())
        .orNothing();
  }

  private static @Nullable JsonObject tokens(TrafficCounts counts) {
    long good = counts.slos().values().stream().mapToLong(SloCount::goodTokens).sum();
    return new JsonObject()
        .number("per_million_output_tokens", per(counts.money(), counts.tokens().output(), MILLION))
        .number("per_million_good_tokens", per(counts.money(), good, MILLION))
        .number("per_request", per(counts.money(), counts.ok(), 1))
        .orNothing();
  }

  private static @Nullable Double per(double money, long number, double priced) {
    return number == 0 ? null : Double.valueOf(money / number * priced);
  }

  /// Returns the energy of the upstreams; null if no power is read.
  static @Nullable JsonObject energy(TrafficSnapshot traffic) {
    if (traffic.energy().isEmpty()) {
      return null;
    }
    TrafficWindow window = traffic.all().fiveMinutes();
    Optional<String> problem = problem(traffic);
    double mean =
        traffic.energy().stream()
            .map(UpstreamEnergy::meanWatts)
            .mapToDouble(watts -> watts == null ? Double.NaN : watts)
            .sum();
    boolean now = traffic.energy().stream().allMatch(each -> each.watts() != null);
    JsonObject fields =
        new JsonObject()
            .number("seconds", window.seconds())
            .number("watts", now ? Double.valueOf(watts(traffic)) : null)
            .number("joules", traffic.energy().stream().mapToDouble(UpstreamEnergy::joules).sum())
            .number("attributed_j", traffic.all().totals().joules())
            .text("problem", problem.orElse(null));
    if (problem.isEmpty() && !Double.isNaN(mean)) {
      figures(mean, window, fields);
    }
    return fields.objects("upstreams", traffic.energy(), each -> upstream(each, traffic));
  }

  private static double watts(TrafficSnapshot traffic) {
    double watts = 0;
    for (UpstreamEnergy each : traffic.energy()) {
      watts += each.watts() == null ? 0 : each.watts();
    }
    return watts;
  }

  private static void figures(double watts, TrafficWindow window, JsonObject fields) {
    Energy energy = Energy.of(watts, window.rates(), window.goodput());
    fields
        .number("mean_w", watts)
        .number("tokens_per_joule", energy.outputTpsPerWatt())
        .number("per_output_token_j", energy.perOutputToken())
        .number("per_good_token_j", energy.perGoodToken())
        .number("per_request_j", energy.perRequest());
  }

  private static JsonObject upstream(UpstreamEnergy each, TrafficSnapshot traffic) {
    JsonObject fields =
        new JsonObject()
            .text("name", LiveFormat.name(each.upstream()))
            .whole("devices", (long) each.devices())
            .number("watts", each.watts())
            .number("known_share", each.knownShare())
            .number("joules", each.joules())
            .number("unattributed_j", each.unattributedJoules())
            .number("unknown_s", each.unknownSeconds());
    TrafficSeries series = traffic.by(TrafficLabel.UPSTREAM).get(each.upstream());
    if (each.meanWatts() != null && series != null) {
      figures(each.meanWatts(), series.fiveMinutes(), fields);
    }
    return fields;
  }

  /// Returns why there is no energy per token of all traffic.
  static Optional<String> problem(TrafficSnapshot traffic) {
    for (UpstreamEnergy each : traffic.energy()) {
      if (each.meanWatts() == null) {
        return Optional.of(
            "the power of %s is known for %s of the last five minutes"
                .formatted(SafeText.text(each.upstream()), Figures.share(each.knownShare())));
      }
    }
    for (Map.Entry<String, TrafficSeries> each : traffic.by(TrafficLabel.UPSTREAM).entrySet()) {
      boolean read =
          traffic.energy().stream().anyMatch(energy -> energy.upstream().equals(each.getKey()));
      if (!read && each.getValue().fiveMinutes().counts().tokens().output() > 0) {
        return Optional.of("the power of %s is not read".formatted(SafeText.text(each.getKey())));
      }
    }
    return Optional.empty();
  }
}
