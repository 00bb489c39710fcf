package dev.goodput.findings.saturation;

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
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.TextLayout;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The curve as a table, the laws that were fitted to it, and the warning signs.
///
/// @param found what the levels showed
/// @param signs with their evidence
/// @param columns no line is longer where that can be
record SaturationTable(SaturationResult found, List<WarningSign> signs, int columns) {
  private static final int WIDE = 110;
  private static final int LABEL = 14;

  /// Of each column, right-aligned, with the gap before it.
  private static final List<String> FORMATS =
      List.of(" %9s", "  %16s", " %7s", "  %9s", " %9s", " %9s", " %9s", " %9s", " %7s");

  private static final int TPOT = 5;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!found.curve().points().isEmpty()) {
      lines.add(head());
      found.curve().points().forEach(point -> lines.add(row(point)));
      lines.add("");
    }
    if (found.axis() == LoadAxis.SESSION_RATE) {
      String turns = Figures.number(found.curve().requested().perSession());
      labelled("offered/s", "sessions per second, of " + turns + " turns on average", lines);
    }
    law().ifPresent(text -> labelled("law", text, lines));
    Flood flood = found.flood();
    if (flood != null) {
      labelled("flood", flood(flood), lines);
    }
    labelled("signs", "✓ seen, – not seen, ? not measured", lines);
    signs.forEach(sign -> lines.addAll(sign(sign)));
    return lines;
  }

  private String flood(Flood flood) {
    boolean turns = flood.requests() > flood.sessions();
    String came = Figures.counted(flood.sessions(), turns ? "session" : "request") + " at once";
    String of = turns ? ", " + Figures.counted(flood.requests(), "request") : "";
    return "%s%s: %s answered, at %s req/s%s"
        .formatted(
            came,
            of,
            flood.answered() < flood.requests() ? Figures.count(flood.answered()) : "all",
            Figures.number(flood.rps()),
            found.floodSettled() ? "" : "; more at once may be answered faster");
  }

  private String head() {
    String load = found.axis() == LoadAxis.CONCURRENCY ? "users" : "offered/s";
    return line(
        List.of(
            load,
            "output tok/s",
            "req/s",
            "TTFT p50",
            "p95",
            "TPOT p50",
            "p95",
            "E2EL p95",
            "good"));
  }

  private String row(CurvePoint point) {
    Distribution ttft = point.level().latencies().ttft();
    Distribution tpot = point.level().latencies().tpot();
    Distribution e2el = point.level().latencies().e2el();
    Double good = LevelFigures.attainment(point.level());
    List<String> cells =
        List.of(
            LoadAxis.grouped(point.load()),
            SaturationText.output(point.throughput()),
            Figures.number(point.rps()),
            duration(ttft == null ? null : ttft.p50()),
            duration(ttft == null ? null : ttft.p95()),
            duration(tpot == null ? null : tpot.p50()),
            duration(tpot == null ? null : tpot.p95()),
            duration(e2el == null ? null : e2el.p95()),
            good == null ? "" : Figures.share(good));
    return (line(cells) + marks(point)).stripTrailing();
  }

  /// Cells in their columns; where the room is short, without TPOT and E2EL.
  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      if (columns >= WIDE || i < TPOT || i == cells.size() - 1) {
        line.append(FORMATS.get(i).formatted(cells.get(i)));
      }
    }
    return line.toString();
  }

  private static String duration(@Nullable Double millis) {
    return millis == null ? "too few" : Figures.duration(millis);
  }

  private String marks(CurvePoint point) {
    Curve curve = found.curve();
    List<String> marks = new ArrayList<>();
    if (curve.knee().filter(knee -> knee.at().equals(point)).isPresent()) {
      marks.add("knee");
    }
    curve
        .saturation()
        .filter(saturation -> saturation.at().equals(point))
        .ifPresent(
            saturation -> marks.add(saturation.doubt() == null ? "saturated" : "saturated?"));
    if (ended() && curve.peak().filter(point::equals).isPresent()) {
      marks.add("peak");
    }
    if (curve.cliff().filter(cliff -> cliff.at().equals(point)).isPresent()) {
      marks.add("cliff");
    }
    if (point.level().window().ratesOfWholeRun()) {
      marks.add("short window");
    }
    if (point.growth() == Growth.UNDECIDED) {
      marks.add(
          found.axis() == LoadAxis.SESSION_RATE
              ? "not all of its load"
              : "too short to see a pile-up");
    }
    if (point.clientBound()) {
      marks.add("client-bound: excluded");
    }
    return marks.isEmpty() ? "" : "  ◂ " + String.join(", ", marks);
  }

  /// The most output so far is a peak where a heavier load brought no more, or the server's end was
  /// seen.
  private boolean ended() {
    Curve curve = found.curve();
    return curve.peak().filter(peak -> !peak.equals(curve.believed().getLast())).isPresent()
        || curve.saturation().filter(SaturationTable::seen).isPresent();
  }

  private static boolean seen(SaturationPoint point) {
    return point.from().keySet().stream()
        .anyMatch(why ->
            switch (why) {
              case SLO -> false;
              case FLAT -> point.doubt() == null;
              case BACKLOG, FAILING -> true;
            });
  }

  private Optional<String> law() {
    return ScalabilityFit.of(found.curve())
        .map(SaturationTable::law)
        .or(() ->
            OpenLoopFit.of(found.curve())
                .map(fit ->
                    "answered: min(offered, %s req/s); the levels deviate from it by %s (RMS)"
                        .formatted(Figures.number(fit.mu()), Figures.share(fit.misfit()))));
  }

  private static String law(ScalabilityFit fit) {
    String peak =
        Double.isInfinite(fit.peakUsers())
            ? "output only tends to %s tok/s".formatted(Figures.number(fit.peakTps()))
            : "peak of %s tok/s at %s users (%s–%s)"
                .formatted(
                    Figures.number(fit.peakTps()),
                    Figures.number(fit.peakUsers()),
                    Figures.number(fit.peakUsersLow()),
                    Double.isInfinite(fit.peakUsersHigh())
                        ? "∞"
                        : Figures.number(fit.peakUsersHigh()));
    return "Universal Scalability Law: λ %s tok/s, σ %s, κ %s; %s; the levels deviate from it by %s (RMS)"
        .formatted(
            Figures.number(fit.lambda()),
            small(fit.sigma()),
            small(fit.kappa()),
            peak,
            Figures.share(fit.misfit()));
  }

  /// Two digits, however small: κ of a few millionths makes a peak, and 0 makes none.
  private static String small(double value) {
    return value < 1e-9
        ? "0"
        : new BigDecimal(value).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }

  private void labelled(String label, String text, List<String> lines) {
    String begin = " " + TextLayout.left(label, LABEL - 1);
    lines.addAll(TextLayout.labelled(begin, LABEL, TextLayout.lines(text, columns - LABEL)));
  }

  private List<String> sign(WarningSign sign) {
    String mark = sign.seen() == null ? "?" : sign.seen() ? "✓" : "–";
    String from = sign.load() == null ? "" : "from " + found.axis().text(sign.load()) + " on: ";
    String begin = "   " + mark + " " + TextLayout.left(sign.kind().words(), 25);
    List<String> lines =
        TextLayout.labelled(begin, 30, TextLayout.lines(from + sign.evidence(), columns - 29));
    lines.set(0, lines.getFirst().stripTrailing());
    return lines;
  }
}
