package dev.goodput.findings.saturation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.Growth;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.Throughput;
import dev.goodput.metrics.saturation.TurnCount;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.server.RunServers;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a curve as a real browser draws it.
@Tag("real")
public final class SaturationInBrowserTest {
  private static final ReportInput RUN = InventedResult.good();
  private static final LevelResult GOOD = RUN.result().levels().getFirst();
  private static final LevelResult BOUND =
      InventedResult.clientBound().result().levels().getFirst();

  @TempDir private Path dir;

  private static CurvePoint point(double load, double tps, LevelResult level, Growth growth) {
    return new CurvePoint(load, new Throughput(tps, tps / 10, 10), 1, growth, level);
  }

  /// The run that is drawn.
  public static ReportInput run() {
    return RUN.of(sessions());
  }

  private static SaturationExperiment sessions() {
    Curve curve =
        new Curve(
            LoadAxis.SESSION_RATE,
            new TurnCount(32, 4),
            List.of(
                point(1, 50, GOOD, Growth.NONE),
                point(2, 100, GOOD, Growth.UNDECIDED),
                point(4, 101, GOOD, Growth.NONE),
                point(8, 90, BOUND, Growth.NONE)),
            .01);
    SaturationResult found =
        new SaturationResult(
            LoadAxis.SESSION_RATE,
            SaturationResult.Ending.SATURATED,
            "so it was",
            curve,
            List.of(new Flood(64, 512, 500, 40)),
            -1,
            null);
    return new SaturationExperiment(found, RunServers.NONE, true, "chat");
  }

  @Test
  void marksLevelsAsTheTerminalDoes() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Path file = dir.resolve("saturate.html");
    ReportFile.write(file, HtmlReport.html(run()));

    Seen seen = Chromium.open(file, dir.resolve("profile"));

    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("Perhaps saturated at", "not all of its load</td>", "most so far 101 tok/s")
        .contains("client-bound: excluded</td>", "Sessions of 8.00 turns on average")
        .contains("64 sessions at once, 512 requests: 500 answered")
        .contains("more at once may be answered faster")
        .doesNotContain(">NaN", ">undefined");
  }

  @Test
  void showsItsMarksAndSignsOnANarrowScreen() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Path file = dir.resolve("saturate.html");
    ReportFile.write(file, HtmlReport.html(run()));
    String script =
        """
        const seen = (cell, of) => cell.getBoundingClientRect().right <= of.getBoundingClientRect().right;
        const levels = window.document.querySelector('[aria-label="Load levels"]');
        const marks = [...levels.querySelectorAll('.place')];
        const signs = window.document.querySelector('[aria-label="Warning signs"]');
        const evidence = [...signs.querySelectorAll('tbody td:last-child')];
        return marks.map(mark => `${mark.textContent} ${seen(mark, levels)}`).join('; ')
          + ` | ${signs.scrollWidth - signs.clientWidth} ${Math.min(...evidence.map(cell => cell.clientWidth)) > 300}`;
        """;
    assertThat(Chromium.drive(file, dir.resolve("profile"), 430, script))
        .isEqualTo("◂ knee, saturated? true | 0 true");
  }
}
