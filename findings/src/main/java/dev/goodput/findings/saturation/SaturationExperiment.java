package dev.goodput.findings.saturation;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.Growth;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.OpenLoopFit;
import dev.goodput.metrics.saturation.Retention;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.ScalabilityFit;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.words.LevelFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Levels of growing load, and where the server saturates.
///
/// @param found what the levels showed
/// @param servers what the servers reported about themselves
/// @param sloRequested whether an SLO was requested, so that missing it everywhere is a failure
/// @param slo its name or expression; empty without one
public record SaturationExperiment(
    SaturationResult found, RunServers servers, boolean sloRequested, String slo)
    implements Experiment {
  private static final double CONFIDENCE = .95;

  @Override
  public String command() {
    return "saturate";
  }

  @Override
  public JsonObject document() {
    return fields(found, signs());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SaturationText(found, slo, conclusion()).verdicts();
  }

  @Override
  public List<Card> cards() {
    return new SaturationText(found, slo, conclusion()).cards();
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

  /// A server that fails, or misses the SLO, at the lightest load has no capacity.
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
    return sloRequested && reasons.contains(SaturationPoint.Reason.SLO)
        ? Conclusion.SLO_MISSED
        : sure(point.get());
  }

  private static Conclusion sure(SaturationPoint point) {
    return point.doubt() == null ? Conclusion.GOOD : Conclusion.INCONCLUSIVE;
  }

  private List<WarningSign> signs() {
    return new WarningSigns(found.curve(), servers).all();
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

  static JsonObject fields(SaturationResult found, List<WarningSign> signs) {
    Curve curve = found.curve();
    Flood flood = found.flood();
    JsonObject fields =
        new JsonObject()
            .text("axis", found.axis().key())
            .number(
                "turns_per_session",
                found.axis() == LoadAxis.SESSION_RATE
                    ? Double.valueOf(found.curve().requested().perSession())
                    : null)
            .text("ending", found.ending().key())
            .text("reason", found.reason())
            .text("broken_off", found.brokenOff())
            .number("confidence", CONFIDENCE);
    return addMarks(fields, curve)
        .object("usl", ScalabilityFit.of(curve).map(SaturationExperiment::law).orElse(null))
        .object("open_loop", OpenLoopFit.of(curve).map(SaturationExperiment::open).orElse(null))
        .whole("flood_sessions", flood == null ? null : Long.valueOf(flood.sessions()))
        .whole("flood_asked", flood == null ? null : Long.valueOf(flood.requests()))
        .whole("flood_requests", flood == null ? null : Long.valueOf(flood.answered()))
        .number("flood_rps", flood == null ? null : Double.valueOf(flood.rps()))
        .flag("flood_settled", flood == null ? null : Boolean.valueOf(found.floodSettled()))
        .whole("profiled_level", found.profiled() < 0 ? null : Long.valueOf(found.profiled()))
        .objects("curve", curve.points(), SaturationExperiment::point)
        .objects("signs", signs, WarningSign::fields);
  }

  /// What stands out on the curve.
  private static JsonObject addMarks(JsonObject fields, Curve curve) {
    return fields
        .object("peak", curve.peak().map(SaturationExperiment::point).orElse(null))
        .object(
            "knee",
            curve
                .knee()
                .map(knee ->
                    new JsonObject()
                        .number("load", knee.at().load())
                        .number("next_load", knee.next().load())
                        .number("first_gain_tps", knee.firstGain())
                        .number("gain_after_tps", knee.gainAfter()))
                .orElse(null))
        .object(
            "saturation", curve.saturation().map(point -> saturation(curve, point)).orElse(null))
        .object(
            "cliff",
            curve
                .cliff()
                .map(cliff ->
                    new JsonObject()
                        .number("load", cliff.at().load())
                        .number("peak_load", cliff.peak().load())
                        .number("drop_share", cliff.drop()))
                .orElse(null))
        .objects("retained", curve.retained(), SaturationExperiment::retained);
  }

  private static JsonObject retained(Retention retention) {
    return new JsonObject()
        .number("factor", retention.factor())
        .number("load", retention.at().load())
        .number("share", retention.share())
        .text("of", retention.goodput() ? "request_goodput" : "output_tps");
  }

  private static JsonObject saturation(Curve curve, SaturationPoint point) {
    CurvePoint before = point.before();
    return new JsonObject()
        .number("load", point.at().load())
        .number("before_load", before == null ? null : Double.valueOf(before.load()))
        .number("output_tps", point.at().tps())
        .number("more_at_most_share", curve.largestPossibleGain(point.at()))
        .text("doubt", point.doubt() == null ? null : point.doubt().key())
        .objects("reasons", point.from().entrySet(), SaturationExperiment::reason);
  }

  private static JsonObject reason(Map.Entry<SaturationPoint.Reason, CurvePoint> reason) {
    return new JsonObject()
        .text("reason", reason.getKey().key())
        .number("from_load", reason.getValue().load());
  }

  private static JsonObject point(CurvePoint point) {
    Distribution ttft = point.level().latencies().ttft();
    Distribution e2el = point.level().latencies().e2el();
    return new JsonObject()
        .whole("level", (long) point.level().level())
        .number("load", point.load())
        .number("output_tps", point.tps())
        .number("output_tps_half_width", point.throughput().halfWidth())
        .number("rps", point.rps())
        .number("ttft_p50_ms", ttft == null ? null : ttft.p50())
        .number("ttft_p95_ms", ttft == null ? null : ttft.p95())
        .number("e2el_p50_ms", e2el == null ? null : e2el.p50())
        .number("e2el_p95_ms", e2el == null ? null : e2el.p95())
        .number("attainment", LevelFigures.attainment(point.level()))
        .number("error_rate", point.errorRate())
        .flag(
            "piles_up",
            point.growth() == Growth.UNDECIDED ? null : Boolean.valueOf(point.pilesUp()))
        .flag("short_window", point.level().window().ratesOfWholeRun())
        .flag("client_bound", point.clientBound());
  }

  private static JsonObject law(ScalabilityFit fit) {
    return new JsonObject()
        .number("lambda_tps", fit.lambda())
        .number("sigma", fit.sigma())
        .number("kappa", fit.kappa())
        .number("peak_users", fit.peakUsers())
        .number("peak_users_low", fit.peakUsersLow())
        .number("peak_users_high", fit.peakUsersHigh())
        .number("peak_tps", fit.peakTps())
        .number("peak_tps_low", fit.peakTpsLow())
        .number("peak_tps_high", fit.peakTpsHigh())
        .number("misfit", fit.misfit())
        .whole("points", (long) fit.points());
  }

  private static JsonObject open(OpenLoopFit fit) {
    return new JsonObject()
        .number("most_rps", fit.mu())
        .number("misfit", fit.misfit())
        .whole("points", (long) fit.points());
  }
}
