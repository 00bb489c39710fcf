package dev.goodput.report.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.MetricsFile;
import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.server.ServerLevel.Count;
import dev.goodput.report.server.ServerLevel.What;
import dev.goodput.report.words.ServerText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunServersTest {
  private static final ReportInput RUN = SampleRuns.good();
  private static final LevelResult LEVEL = RUN.result().levels().getFirst();

  @TempDir private Path directory;

  private ServerLevel read(Scrapes scrapes) {
    return scrapes.read(directory, RUN).of(LEVEL).orElseThrow();
  }

  @Test
  void showsServerCountsNextToClientCounts() {
    ServerLevel server = read(new Scrapes(RUN).whole());
    assertThat(server.counts())
        .containsExactly(
            count(What.REQUESTS, LEVEL.totals().attempts()),
            count(What.OUTPUT_TOKENS, LEVEL.totals().outputTokens()));
    assertThat(server.preemptions()).isEqualTo(3);
    assertThat(server.prefixHitsShare()).isNull();
    assertThat(server.gauge(EngineMetric.GPU_POWER)).isNull();
    assertThat(server.trace(EngineMetric.RUNNING)).hasSize(9);
  }

  private static Count count(What what, long both) {
    return new Count(what, both, both, false);
  }

  @Test
  void comparesNoOwnCountWithTheServers() {
    ReportInput noUsage = SampleRuns.withoutUsage();
    LevelResult level = noUsage.result().levels().getFirst();
    ServerLevel server =
        new Scrapes(noUsage).whole().read(directory, noUsage).of(level).orElseThrow();
    assertThat(server.counts()).extracting(Count::what).containsExactly(What.REQUESTS);
    assertThat(server.notCompared())
        .containsExactly("output tokens not compared: not every response reported its own (usage)");
    assertThat(read(new Scrapes(RUN).whole()).notCompared()).isEmpty();
    assertThat(read(new Scrapes(RUN).scrape(1, .1).scrape(100, 1)).notCompared())
        .containsExactly("not compared: no scrape came just before the level or just after it");
  }

  @Test
  void countsNothingWhereANamedPageWasNeverSeen() {
    Scrapes scrapes = new Scrapes(RUN).whole();
    scrapes.gpus(-1, 500).gpus(100, 500);
    assertThat(scrapes.named(directory, RUN).of(LEVEL).orElseThrow().counts()).hasSize(2);
    Scrapes one = new Scrapes(RUN).gpus(-1, 500).gpus(4, 500).miss(3, "refused", "status 404");
    ServerLevel server = one.named(directory, RUN).of(LEVEL).orElseThrow();
    assertThat(server.unseen()).isEqualTo(1);
    Scrapes some = new Scrapes(RUN).whole();
    String other = some.text().replace(Scrapes.PAGE, "http://b/metrics");
    String missed =
        "{\"at_ns\":3000000000,\"source\":\"http://a\",\"missed\":\"hung\",\"words\":\"w\"}\n";
    Manifest named = Manifest.empty().with("server_metrics.asked", "http://a http://b");
    ServerLevel half = Scrapes.read(directory, RUN, other + missed, named).of(LEVEL).orElseThrow();
    assertThat(half.counts()).isEmpty();
    assertThat(half.preemptions()).isNull();
    assertThat(ServerText.parts(half)).startsWith("of 1 of 2 pages");
    assertThat(half.notCompared())
        .containsExactly("not compared: not all pages that were named were seen");
  }

  @Test
  void handlesARestartedExporter() {
    ServerLevel server =
        read(
            new Scrapes(RUN)
                .whole()
                .gpus(-1, 500, 1000, 0)
                .gpus(5, 500, 2000, 9)
                .gpus(99, 1, 2000, 20));
    assertThat(server.pages().getLast().restartedNanos()).isNotEmpty();
    assertThat(server.counts()).noneMatch(Count::atLeast);
    ServerLevel own =
        read(new Scrapes(RUN).scrape(-1, 0).scrape(10, .5).scrape(12, .1).scrape(99, 1));
    assertThat(own.counts()).allMatch(Count::atLeast);
  }

  @Test
  void countsRecomputationAsNotUseful() {
    Scrapes scrapes = new Scrapes(RUN).recomputing(-1, 0).recomputing(99, 1000);
    ReportInput reported = Scrapes.with(RUN, scrapes.read(directory, RUN));
    Goodput before = Objects.requireNonNull(LEVEL.goodput());
    Goodput after = Objects.requireNonNull(reported.result().levels().getFirst().goodput());
    assertThat(before.recomputedTokens()).isNull();
    assertThat(after.recomputedTokens()).isBetween(1L, 1000L);
    assertThat(after.usefulWorkRatio()).isLessThan(before.usefulWorkRatio());

    // Once, however often the report is handed on.
    assertThat(reported.withLosses(List.of("x")).result()).isEqualTo(reported.result());
    assertThat(ResultDocument.json(reported)).contains("\"recomputed_tokens\"");
  }

  @Test
  @Tag("fault")
  void ignoresFilesOfOtherRunsAndFilesWithoutScrapes() {
    Manifest mine = Manifest.empty().with("server_metrics.asked", "target").with("run.id", "mine");
    String scrapes = new Scrapes(RUN).whole().text();
    String theirs =
        scrapes.replace("{\"server_metrics\":1}", "{\"server_metrics\":1,\"run\":\"b\"}");
    RunServers other = Scrapes.read(directory, RUN, theirs, mine);
    assertThat(other.levels()).isEmpty();
    assertThat(other.notes())
        .containsExactly(
            "reported without servers' metrics: server-metrics.jsonl is of another run, b");
    assertThat(Scrapes.read(directory, RUN, scrapes, mine).levels()).hasSize(1);
    assertThat(
            Scrapes.read(directory, RUN, "{\"server_metrics\":1,\"run\":\"mine\"}\n", mine).notes())
        .containsExactly("no server's metrics came: server-metrics.jsonl holds no scrape");
  }

  @Test
  void comparesNoCountsIfScrapesStartLateOrEndEarly() {
    assertThat(read(new Scrapes(RUN).scrape(-1, 0).scrape(20, .6)).counts()).isEmpty();
    assertThat(read(new Scrapes(RUN).scrape(1, .1).scrape(100, 1)).counts()).isEmpty();
    assertThat(read(new Scrapes(RUN).scrape(1, .1).scrape(100, 1)).preemptions()).isNull();
  }

  @Test
  void reportsEnergyOnlyForAFullyCoveredWindow() {
    double end = LEVEL.window().runEndNanos() / 1e9;
    ServerLevel all = read(new Scrapes(RUN).gpus(-1, 500).gpus(end + 1, 500));
    assertThat(all.count(EngineMetric.GPU_ENERGY))
        .isCloseTo(500 * LEVEL.window().seconds(), withPercentage(1));
    assertThat(
            read(new Scrapes(RUN).gpus(-1, 500).gpus(end / 2, 500)).count(EngineMetric.GPU_ENERGY))
        .isNull();
  }

  @Test
  void reportsNothingForARunWithoutScrapes() {
    RunServers old = RunServers.of(directory, Manifest.empty(), RUN.result());
    assertThat(old).isEqualTo(RunServers.NONE);
    Manifest off = Manifest.empty().with("server_metrics.asked", "off");
    assertThat(RunServers.of(directory, off, RUN.result())).isEqualTo(RunServers.NONE);
  }

  @Test
  @Tag("fault")
  void reportsWithoutAMissingOrForeignFile() throws Exception {
    Manifest requested = Manifest.empty().with("server_metrics.asked", "target");
    assertThat(RunServers.of(directory, requested, RUN.result()).notes())
        .containsExactly("reported without servers' metrics: server-metrics.jsonl is not there");
    assertThat(
            RunServers.of(directory, requested.with("server_metrics.problem", "full"), RUN.result())
                .notes())
        .containsExactly("servers' metrics could not all be kept: full");
    RunServers newer = Scrapes.read(directory, RUN, "{\"server_metrics\":2}\n");
    assertThat(newer.of(LEVEL)).isEmpty();
    assertThat(newer.notes()).singleElement().asString().contains("has version 2");
    Files.delete(directory.resolve(MetricsFile.NAME));
    Files.createDirectory(directory.resolve(MetricsFile.NAME));
    RunServers unreadable = RunServers.of(directory, requested, RUN.result());
    assertThat(unreadable.notes()).singleElement().asString().startsWith("reported without");
  }

  @Test
  @Tag("fault")
  void readsATornFileAndReportsIt() {
    String text = new Scrapes(RUN).whole().text();
    int message = 0;
    for (int end = 0; end < text.length(); end += 37) {
      RunServers servers = Scrapes.read(directory, RUN, text.substring(0, end));
      message += servers.notes().size();
      assertThat(servers.notes())
          .allMatch(note ->
              note.equals("server-metrics.jsonl torn or damaged, and excluded: 1 of its lines")
                  || note.equals("no server's metrics came: server-metrics.jsonl holds no scrape"));
    }
    assertThat(message).isGreaterThan(50);
  }
}
