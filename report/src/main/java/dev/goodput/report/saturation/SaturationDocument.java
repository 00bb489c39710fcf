package dev.goodput.report.saturation;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.Growth;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.OpenLoopFit;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.ScalabilityFit;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The `saturate` object of the document. A load is in users, requests or sessions per second, by
/// the axis.
final class SaturationDocument {
  private static final double CONFIDENCE = .95;

  private SaturationDocument() {}

  static JsonObject of(SaturationResult found, List<WarningSign> signs) {
    Curve curve = found.curve();
    Flood flood = found.flood();
    JsonObject fields =
        new JsonObject()
            .text("axis", found.axis().word())
            .number(
                "turns_per_session",
                found.axis() == LoadAxis.SESSION_RATE
                    ? Double.valueOf(found.curve().asked().perSession())
                    : null)
            .text("ending", found.ending().word())
            .text("reason", found.reason())
            .text("broken_off", found.brokenOff())
            .number("confidence", CONFIDENCE);
    return addMarks(fields, curve)
        .object("usl", ScalabilityFit.of(curve).map(SaturationDocument::law).orElse(null))
        .object("open_loop", OpenLoopFit.of(curve).map(SaturationDocument::open).orElse(null))
        .whole("flood_sessions", flood == null ? null : Long.valueOf(flood.sessions()))
        .whole("flood_asked", flood == null ? null : Long.valueOf(flood.requests()))
        .whole("flood_requests", flood == null ? null : Long.valueOf(flood.answered()))
        .number("flood_rps", flood == null ? null : Double.valueOf(flood.rps()))
        .flag("flood_settled", flood == null ? null : Boolean.valueOf(found.floodSettled()))
        .whole("profiled_level", found.profiled() < 0 ? null : Long.valueOf(found.profiled()))
        .objects("curve", curve.points(), SaturationDocument::point)
        .objects("signs", signs, WarningSign::fields);
  }

  /// What stands out on the curve.
  private static JsonObject addMarks(JsonObject fields, Curve curve) {
    return fields
        .object("peak", curve.peak().map(SaturationDocument::point).orElse(null))
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
                .orElse(null));
  }

  private static JsonObject saturation(Curve curve, SaturationPoint point) {
    CurvePoint before = point.before();
    return new JsonObject()
        .number("load", point.at().load())
        .number("before_load", before == null ? null : Double.valueOf(before.load()))
        .number("output_tps", point.at().tps())
        .number("more_at_most_share", curve.largestPossibleGain(point.at()))
        .text("doubt", point.doubt() == null ? null : point.doubt().word())
        .objects("reasons", point.from().entrySet(), SaturationDocument::reason);
  }

  private static JsonObject reason(Map.Entry<SaturationPoint.Reason, CurvePoint> reason) {
    return new JsonObject()
        .text("reason", reason.getKey().word())
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
        .number("attainment", attainment(point))
        .number("error_rate", point.errorRate())
        .flag("piles_up", point.growth() == Growth.UNTOLD ? null : Boolean.valueOf(point.pilesUp()))
        .flag("short_window", point.level().window().ratesOfWholeRun())
        .flag("client_bound", point.clientBound());
  }

  private static @Nullable Double attainment(CurvePoint point) {
    return point.level().goodput() == null ? null : point.level().goodput().attainment();
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
