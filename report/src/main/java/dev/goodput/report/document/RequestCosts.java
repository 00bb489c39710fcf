package dev.goodput.report.document;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What single requests cost, in money and in energy.
///
/// With a price list, an attempt costs what its tokens cost. The cost of a server by the hour, and
/// energy, are shared: a successful request of the measurement window has the share of its output
/// tokens.
///
/// @param price the prices of the run's model; null without a price list
/// @param shares what an output token costs, by level
public record RequestCosts(@Nullable ModelPrice price, Map<Integer, Share> shares) {
  /// No cost and no energy.
  public static final RequestCosts NONE = new RequestCosts(null, Map.of());

  private static final double MILLION = 1e6;

  /// Copies the map.
  public RequestCosts {
    shares = Map.copyOf(shares);
  }

  /// What an output token costs at a level.
  ///
  /// @param beginNanos start of the measurement window, in nanoseconds since the run began
  /// @param endNanos end of the measurement window
  /// @param perMillion cost of a million output tokens by the hour; null if unknown
  /// @param joules energy of an output token; null if unknown
  public record Share(
      long beginNanos, long endNanos, @Nullable Double perMillion, @Nullable Double joules) {}

  /// Returns the costs of a run.
  public static RequestCosts of(ReportInput in) {
    Map<Integer, Share> shares = new HashMap<>();
    for (LevelResult level : in.result().levels()) {
      LevelResult.CostResult cost = level.cost();
      shares.put(
          level.level(),
          new Share(
              level.window().beginNanos(),
              level.window().endNanos(),
              cost == null ? null : cost.perMillionOutputTokens(),
              EnergyPart.of(in, level).map(EnergyPart::perOutputToken).orElse(null)));
    }
    ModelPrice price = in.options().cost() instanceof ModelPrice prices ? prices : null;
    return new RequestCosts(price, shares);
  }

  /// Returns the cost of an attempt, in the currency of the run; null if unknown.
  @Nullable Double cost(RequestRecord request) {
    if (price != null) {
      OptionalDouble cost = price.of(request);
      return cost.isPresent() ? Double.valueOf(cost.getAsDouble()) : null;
    }
    Share share = share(request);
    Double perMillion = share == null ? null : share.perMillion();
    return perMillion == null
        ? null
        : Double.valueOf(request.outputTokens() * perMillion / MILLION);
  }

  /// Returns the energy of a request, in joules; null if unknown.
  @Nullable Double joules(RequestRecord request) {
    Share share = share(request);
    Double each = share == null ? null : share.joules();
    return each == null ? null : Double.valueOf(request.outputTokens() * each);
  }

  private @Nullable Share share(RequestRecord request) {
    Share share = shares.get(request.level());
    long start = RequestTimes.startNanos(request);
    boolean counts =
        share != null
            && request.outcome() instanceof Outcome.Ok
            && start >= share.beginNanos()
            && start <= share.endNanos();
    return counts ? share : null;
  }
}
