package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Counted;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunMetricsTest {
  private static final long SECOND = 1_000_000_000;
  private static final String PAGE = "http://h/metrics";

  /// From 1.5 s to 4.5 s and from 5.6 s to 8.5 s, windows a second shorter at each end.
  private static final List<LevelTime> LEVELS =
      List.of(time(1.5, 4.5, 2.5, 3.5), time(5.6, 8.5, 6.6, 7.5));

  @TempDir private Path directory;

  private static LevelTime time(double begin, double end, double from, double to) {
    return new LevelTime(nanos(begin), nanos(end), nanos(from), nanos(to));
  }

  private static long nanos(double seconds) {
    return (long) (seconds * SECOND);
  }

  private static SuccessfulScrape seen(double seconds, double tokens, double running) {
    String page =
        "vllm:generation_tokens_total "
            + tokens
            + "\nvllm:num_preemptions_total "
            + tokens / 10
            + "\nvllm:num_requests_running "
            + running
            + "\n";
    return new SuccessfulScrape(PAGE, nanos(seconds), 0, Exports.read(page, null));
  }

  private Path file(Scrape... scrapes) {
    Path file = directory.resolve(MetricsFile.NAME);
    try (MetricsFile written = MetricsFile.create(file, "r")) {
      Arrays.asList(scrapes).forEach(written);
    }
    return file;
  }

  private static Counted tokens(MetricsSummary summary) {
    return (Counted) Objects.requireNonNull(summary.signs().get(EngineMetric.GENERATION_TOKENS));
  }

  private static List<Point> trace(LevelMetrics level, EngineMetric sign) {
    return Objects.requireNonNull(level.traces().get(sign));
  }

  /// 7 tokens of other requests before; 60 of the first level, 30 of the second.
  private static final Scrape[] RUN = {
    seen(0, 0, 0),
    seen(1, 7, 0),
    seen(2, 17, 2),
    seen(3, 37, 4),
    seen(4, 57, 4),
    seen(5, 67, 0),
    seen(6, 70, 1),
    seen(7, 80, 3),
    seen(8, 90, 3),
    seen(8.9, 97, 0)
  };

  @Test
  void countsWhatALevelAskedForAndNoOther() {
    RunMetrics metrics = RunMetrics.read(file(RUN), LEVELS);
    assertThat(metrics.damaged()).isZero();
    assertThat(metrics.levels()).hasSize(2);
    Counted first = tokens(metrics.levels().getFirst().whole());
    Counted second = tokens(metrics.levels().getLast().whole());
    assertThat(first.increase()).isEqualTo(60);
    assertThat(second.increase()).isEqualTo(30);
    assertThat(first.covered()).isEqualTo(1);
    assertThat(second.covered()).isEqualTo(1);
    assertThat(metrics.levels()).extracting(LevelMetrics::scrapedAround).containsOnly(true);
    assertThat(tokens(metrics.levels().getFirst().window()).increase()).isEqualTo(20);
    Gauged running =
        (Gauged)
            Objects.requireNonNull(
                metrics.levels().getLast().window().signs().get(EngineMetric.RUNNING));
    assertThat(running.mean()).isEqualTo(2.8, within(.15));
    assertThat(running.max()).isEqualTo(3);
  }

  @Test
  void saysWhereNoLookPartsTwoLevels() {
    Scrape[] gap = RUN.clone();
    gap[5] = new FailedScrape(PAGE, 5 * SECOND, FailureReason.HUNG, "no page within 5000 ms");
    RunMetrics metrics = RunMetrics.read(file(gap), LEVELS);
    assertThat(metrics.levels()).extracting(LevelMetrics::scrapedAround).containsOnly(false);
    assertThat(tokens(metrics.levels().getFirst().whole()).increase()).isLessThan(60);
  }

  @Test
  @Tag("fault")
  void takesNoLookForAnEdgeThatMayBeOnEitherSideOfIt() {
    Scrape[] slow = RUN.clone();
    SuccessfulScrape after = seen(5, 57, 0);
    // Sent before the level's last response and answered after it: the middle is after the end.
    slow[5] = new SuccessfulScrape(PAGE, after.atNanos(), 2 * SECOND, after.metrics());
    RunMetrics metrics = RunMetrics.read(file(slow), LEVELS);
    assertThat(metrics.levels()).extracting(LevelMetrics::scrapedAround).containsOnly(false);
    slow[5] =
        new SuccessfulScrape(PAGE, seen(5, 67, 0).atNanos(), SECOND / 2, seen(5, 67, 0).metrics());
    assertThat(RunMetrics.read(other(slow), LEVELS).levels())
        .extracting(LevelMetrics::scrapedAround)
        .containsOnly(true);
  }

  private Path other(Scrape... scrapes) {
    Path file = directory.resolve("other.jsonl");
    try (MetricsFile written = MetricsFile.create(file, "r")) {
      Arrays.asList(scrapes).forEach(written);
    }
    return file;
  }

  @Test
  void tracesASignOverTheLevelsTime() {
    Scrape[] gap = RUN.clone();
    gap[3] = new FailedScrape(PAGE, 3 * SECOND, FailureReason.HUNG, "no page within 5000 ms");
    LevelMetrics level = RunMetrics.read(file(gap), LEVELS).levels().getFirst();
    assertThat(trace(level, EngineMetric.RUNNING))
        .containsExactly(
            new Point(2 * SECOND, 2), new Point(3 * SECOND, Double.NaN), new Point(4 * SECOND, 4));
    assertThat(trace(level, EngineMetric.PREEMPTIONS))
        .extracting(point -> Math.round(point.value() * 10))
        .containsExactly(10L, 0L, 50L);
    assertThat(level.traces()).doesNotContainKey(EngineMetric.GPU_POWER);
  }

  @Test
  void halvesATraceThatIsTooLong() {
    RunMetrics.BoundedTrace trace = new RunMetrics.BoundedTrace();
    for (int i = 0; i < 5000; i++) {
      trace.add(i, i % 2 == 0 ? 0 : 2);
    }
    assertThat(trace.points()).hasSizeBetween(300, 600);
    assertThat(trace.points()).extracting(Point::value).containsOnly(1.0);
    assertThat(trace.points().getLast().atNanos()).isGreaterThan(4980);
    assertThat(trace.points()).extracting(Point::atNanos).isSorted();
  }

  @Test
  @Tag("fault")
  void readsWhatIsWholeOfAFileThatIsTorn() throws Exception {
    byte[] all = Files.readAllBytes(file(RUN));
    Path torn = directory.resolve("torn.jsonl");
    for (int end = 0; end < all.length; end += 5) {
      Files.write(torn, Arrays.copyOf(all, end));
      RunMetrics metrics = RunMetrics.read(torn, LEVELS);
      assertThat(metrics.damaged()).isLessThanOrEqualTo(1);
      assertThat(metrics.levels()).hasSize(2);
    }
    RunMetrics none = RunMetrics.read(directory.resolve("none"), LEVELS);
    assertThat(none.levels().getFirst().whole().sources()).isEmpty();
  }
}
