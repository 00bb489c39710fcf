package dev.goodput.report.saturation;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.server.RunServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Levels of growing load, and where the server saturates.
///
/// @param found what the levels showed
/// @param servers what the servers said of themselves
/// @param sloAsked whether an SLO was asked for, so that missing it everywhere is a failure
/// @param slo its name or expression; empty without one
public record SaturationExperiment(
    SaturationResult found, RunServers servers, boolean sloAsked, String slo)
    implements Experiment {

  @Override
  public String command() {
    return "saturate";
  }

  @Override
  public String schema() {
    return "goodput.saturate/1";
  }

  @Override
  public JsonObject document() {
    return SaturationDocument.of(found, signs());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SaturationText(found, slo, conclusion()).verdicts();
  }

  @Override
  public Conclusion conclusion() {
    return switch (found.ending()) {
      case CLIENT_BOUND ->
          found.curve().failsAtOnce() ? Conclusion.TOO_MANY_FAILURES : Conclusion.CLIENT_BOUND;
      case UNSTABLE -> Conclusion.TOO_MANY_FAILURES;
      case NOT_JUDGED -> Conclusion.NOTHING_JUDGED;
      case INTERRUPTED -> Conclusion.INCONCLUSIVE;
      case SATURATED, FAILING, TOP -> ofSaturated();
    };
  }

  /// A server that fails, or misses what was asked for, at the lightest load has nothing to give.
  private Conclusion ofSaturated() {
    Optional<SaturationPoint> point = found.curve().saturation();
    if (point.isEmpty()) {
      return Conclusion.INCONCLUSIVE;
    }
    if (point.get().before() != null) {
      return sure(point.get());
    }
    List<SaturationPoint.Reason> reasons = point.get().reasons();
    if (reasons.contains(SaturationPoint.Reason.FAILING)) {
      return Conclusion.TOO_MANY_FAILURES;
    }
    return sloAsked && reasons.contains(SaturationPoint.Reason.SLO)
        ? Conclusion.SLO_MISSED
        : sure(point.get());
  }

  private static Conclusion sure(SaturationPoint point) {
    return point.doubt() == null ? Conclusion.GOOD : Conclusion.INCONCLUSIVE;
  }

  private List<WarningSign> signs() {
    List<WarningSign> signs = new ArrayList<>(ClientSigns.of(found.curve()));
    signs.addAll(new ServerSigns(found.curve(), servers).all());
    return signs;
  }

  @Override
  public List<String> evidence(int columns) {
    return new SaturationTable(found, signs(), columns).lines();
  }

  @Override
  public int level() {
    return best()
        .or(() -> found.curve().saturation().map(SaturationPoint::at))
        .or(() -> found.curve().peak())
        .map(CurvePoint::level)
        .map(LevelResult::level)
        .orElse(-1);
  }

  /// The heaviest load that may be quoted: the one up to which all that were tried keep the SLO.
  private Optional<CurvePoint> best() {
    return slo.isEmpty()
        ? Optional.empty()
        : new SaturationText(found, slo, conclusion()).bestKept();
  }

  @Override
  public NextStep next(NextCommands commands) {
    return new SaturationText(found, slo, conclusion()).next(commands);
  }
}
