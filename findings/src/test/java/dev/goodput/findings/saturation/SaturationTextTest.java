package dev.goodput.findings.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.Growth;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.SaturationResult.Ending;
import dev.goodput.metrics.saturation.Throughput;
import dev.goodput.metrics.saturation.TurnCount;
import dev.goodput.report.InventedResult;
import dev.goodput.report.NextCommands;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.server.Scrapes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Of curves that are drawn by hand.
class SaturationTextTest {
  private static final LevelResult GOOD = InventedResult.good().result().levels().getFirst();
  private static final LevelResult MISSES = InventedResult.missing().result().levels().getFirst();
  private static final LevelResult BOUND =
      InventedResult.clientBound().result().levels().getFirst();

  private final List<CurvePoint> points = new ArrayList<>();
  private final List<Flood> floods = new ArrayList<>();
  private LoadAxis axis = LoadAxis.CONCURRENCY;
  private double allowed = .01;
  private TurnCount requested = TurnCount.NONE;
  private RunServers servers = RunServers.NONE;
  private String slo = "chat";
  private NextCommands commands = new NextCommands("saturate", List.of("--virtual"), List.of());

  @TempDir private Path directory;

  private SaturationTextTest with(
      double load, double tps, double error, LevelResult level, Growth growth) {
    points.add(new CurvePoint(load, new Throughput(tps, error * tps, 10), 1, growth, level));
    return this;
  }

  private SaturationTextTest with(double load, double tps) {
    return with(load, tps, .01, GOOD, Growth.NONE);
  }

  private SaturationExperiment found(Ending ending, @Nullable String brokenOff) {
    Curve curve = new Curve(axis, requested, points, allowed);
    SaturationResult found =
        new SaturationResult(axis, ending, "so it was", curve, floods, -1, brokenOff);
    return new SaturationExperiment(found, servers, true, slo);
  }

  private static String all(SaturationExperiment found) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : found.verdicts()) {
      text.append(verdict.sentence()).append(". ").append(verdict.more()).append('\n');
    }
    return text + String.join("\n", found.evidence(120));
  }

  @Test
  void reportsHowMuchGrowthNoiseMayHideAtAFlatEnd() {
    with(1, 50).with(2, 100).with(4, 102).with(8, 101);
    SaturationExperiment sure = found(Ending.SATURATED, null);
    assertThat(sure.conclusion()).isEqualTo(Conclusion.GOOD);
    assertThat(all(sure))
        .contains("saturated at 2 users", "From there on, more load brings at most 7");

    points.clear();
    with(1, 50).with(2, 100, .1, GOOD, Growth.NONE).with(8, 101, .1, GOOD, Growth.NONE);
    SaturationExperiment noisy = found(Ending.SATURATED, null);
    assertThat(noisy.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(noisy.verdicts().getFirst().severity()).isEqualTo(Severity.WARN);
    assertThat(all(noisy)).contains("perhaps saturated at 2 users", "saturated?", "too noisy");
    assertThat(noisy.document().node().toString()).contains("doubt").contains("noise");
  }

  @Test
  void showsTheHeaviestLoadThatKeepsTheSloAndCallsSaturationAFact() {
    LevelResult misses = InventedResult.missingLevels().result().levels().get(1);
    with(1, 50).with(2, 100).with(4, 200, .01, misses, Growth.NONE);
    SaturationExperiment found = found(Ending.SATURATED, null);
    assertThat(found.verdicts())
        .filteredOn(verdict -> verdict.severity() == Severity.GOOD)
        .extracting(Verdict::title)
        .containsExactly("meets chat");
    assertThat(found.verdicts())
        .filteredOn(verdict -> verdict.title().startsWith("saturated"))
        .allMatch(verdict -> verdict.severity() == Severity.PLAIN);
    assertThat(found.level()).isEqualTo(GOOD.level());
  }

  @Test
  void reportsLevelsThatNeverReachedAllSessions() {
    axis = LoadAxis.SESSION_RATE;
    requested = new TurnCount(80, 10);
    with(1, 50).with(2, 100, .01, GOOD, Growth.UNDECIDED).with(4, 102, .01, GOOD, Growth.UNDECIDED);

    SaturationExperiment found = found(Ending.SATURATED, null);
    assertThat(found.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(all(found)).contains("not all of its load", "at least six times a session");
  }

  @Test
  void distinguishesArrivedSessionsFromAnsweredRequests() {
    with(1, 50);
    floods.add(new Flood(64, 64, 64, 10));
    assertThat(all(found(Ending.TOP, null)))
        .contains("64 requests at once: all answered, at 10.0 req/s")
        .doesNotContain("may be answered faster");

    floods.add(new Flood(1024, 1024, 524, 20));
    assertThat(all(found(Ending.TOP, null)))
        .contains("1,024 requests at once: 524 answered, at 20.0 req/s");

    axis = LoadAxis.SESSION_RATE;
    floods.add(new Flood(128, 1024, 1024, 40));
    assertThat(all(found(Ending.TOP, null)))
        .contains("128 sessions at once, 1,024 requests: all answered, at 40.0 req/s")
        .contains("more at once may be answered faster");
  }

  /// What a server turns away is no matter of how late the client was.
  @Test
  void distinguishesAFailingServerFromALateClient() {
    with(1, 50, .01, BOUND, Growth.NONE);
    assertThat(found(Ending.CLIENT_BOUND, null).conclusion()).isEqualTo(Conclusion.CLIENT_BOUND);

    allowed = .005;
    SaturationExperiment fails = found(Ending.CLIENT_BOUND, null);
    assertThat(fails.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
    assertThat(fails.verdicts().getFirst().sentence())
        .contains("fails at once", "0.76", "2 http_error");
    assertThat(all(fails)).contains("client-bound");
    assertThat(fails.next(commands).command()).isEqualTo("goodput saturate --virtual");

    allowed = .0076; // so that the rate of each of these, 2 of 262, is just above
    with(2, 100, .01, BOUND, Growth.NONE);
    assertThat(found(Ending.CLIENT_BOUND, null).conclusion())
        .isEqualTo(Conclusion.TOO_MANY_FAILURES);
  }

  @Test
  void passesTheSameServerToTheSearch() {
    with(1, 50).with(2, 100).with(4, 102).with(8, 101);
    assertThat(found(Ending.SATURATED, null).next(commands).command())
        .isEqualTo("goodput search --virtual --slo chat");
    slo = "";
    commands = new NextCommands("saturate", List.of("--url=http://h", "--no-stream"), List.of());
    assertThat(found(Ending.SATURATED, null).next(commands).command())
        .isEqualTo("goodput search --url http://h --no-stream --slo 'e2el<=10s'");
  }

  /// Users who think for longer than a level lasts have not asked all that they will.
  @Test
  void promisesNothingForALoadThatWasNotReached() {
    with(1, 50, .01, GOOD, Growth.UNDECIDED);
    assertThat(all(found(Ending.TOP, null))).contains("meets chat").doesNotContain("perhaps");

    axis = LoadAxis.SESSION_RATE;
    assertThat(all(found(Ending.TOP, null)))
        .contains("perhaps meets chat: up to 1 sessions/s", "not all of this load was sent")
        .contains("not saturated", "--level-time")
        .doesNotContain("--to");
    assertThat(found(Ending.TOP, null).next(commands).command())
        .isEqualTo("goodput saturate --virtual --level-time 6m");
    assertThat(found(Ending.TOP, "stopped").next(commands).command())
        .isEqualTo("goodput saturate --virtual");
    axis = LoadAxis.CONCURRENCY;
    assertThat(found(Ending.TOP, "stopped").next(commands).command())
        .isEqualTo("goodput saturate --virtual --to 2048");
  }

  /// The lightest load had a client that was too slow, and tells nothing.
  @Test
  void namesTheLightestLoadThatWasJudged() {
    with(1, 50, .01, BOUND, Growth.NONE);
    with(2, 100, .01, MISSES, Growth.NONE).with(4, 200, .01, MISSES, Growth.NONE);

    SaturationExperiment found = found(Ending.TOP, null);
    assertThat(found.conclusion()).isEqualTo(Conclusion.SLO_MISSED);
    assertThat(found.verdicts().getFirst().sentence()).contains("even at 2 users");
    assertThat(found.verdicts()).extracting(Verdict::severity).doesNotContain(Severity.GOOD);
    assertThat(found.document().node().toString())
        .contains("client_bound")
        .contains("short_window");
  }

  /// Killed while a load in between had shown the end that the way up had not.
  @Test
  void doesNotClaimGrowthOfAFlatOutput() {
    with(1, 50).with(2, 100).with(4, 101);
    assertThat(all(found(Ending.TOP, "it was killed")))
        .contains("saturated at 2 users", "broken off")
        .doesNotContain("may still grow", "not saturated");
  }

  @Test
  void claimsNothingGoodWithoutAFigure() {
    with(1, 50).with(2, 100);
    SaturationExperiment found = found(Ending.SATURATED, null);
    assertThat(found.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(found.verdicts().getFirst().sentence()).contains("not saturated", "so it was");
  }

  @Test
  void reportsThatTheServerFailedAfterwards() {
    with(1, 50).with(2, 100).with(4, 101);
    SaturationExperiment found = found(Ending.UNSTABLE, "so it was");
    assertThat(found.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
    assertThat(found.verdicts().getFirst().sentence()).contains("unstable server", "so it was");
    assertThat(all(found)).contains("saturated at 2 users").doesNotContain("broken off");
  }

  @Test
  void comparesTheKneeWithTheFirstUsers() {
    with(8, 400).with(16, 420).with(32, 430);
    assertThat(all(found(Ending.SATURATED, null)))
        .contains("up to 8 users, each adds 50")
        .doesNotContain("the first brought");
  }

  @Test
  void reportsAMissingMetricsPageThatWouldMatter() {
    ReportInput run = SampleRuns.good();
    Scrapes scrapes = new Scrapes(run).gpus(-1, 500).gpus(4, 500).miss(3, "refused", "status 404");
    servers = scrapes.named(directory, run);
    with(1, 50, .01, run.result().levels().getFirst(), Growth.NONE);
    assertThat(all(found(Ending.TOP, null))).contains("not all pages that were named were seen");
  }

  /// Of an interrupted one the heaviest load so far is on the way up.
  @Test
  void marksNoPeakBeforeTheEndOfGrowthWasSeen() {
    with(1, 50).with(2, 100);
    assertThat(all(found(Ending.INTERRUPTED, null))).doesNotContain("peak");

    points.clear();
    with(1, 50).with(2, 100, .01, MISSES, Growth.NONE);
    assertThat(all(found(Ending.INTERRUPTED, null))).contains("◂ saturated").doesNotContain("peak");

    with(4, 99, .01, MISSES, Growth.NONE);
    assertThat(all(found(Ending.INTERRUPTED, null))).contains("saturated, peak");

    points.clear();
    with(1, 50).with(2, 100).with(4, 101).with(8, 102);
    assertThat(all(found(Ending.SATURATED, null))).contains("◂ knee, saturated", "◂ peak");
  }
}
