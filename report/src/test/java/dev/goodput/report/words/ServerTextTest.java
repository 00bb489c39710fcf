package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Fact;
import dev.goodput.report.server.Scrapes;
import dev.goodput.report.server.ServerLevel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerTextTest {
  private static final ReportInput RUN = SampleRuns.good();
  private static final ReportInput CLEAN =
      SampleRuns.chat(new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0));

  @TempDir private Path directory;

  private ServerLevel read(ReportInput run, Scrapes scrapes) {
    return scrapes.read(directory, run).of(run.result().levels().getFirst()).orElseThrow();
  }

  private List<String> notes(ReportInput run, Scrapes scrapes) {
    return ServerText.notes(read(run, scrapes));
  }

  @Test
  void namesEachFigureThatIsKnown() {
    assertThat(ServerText.parts(read(RUN, new Scrapes(RUN).whole())))
        .startsWith("running 4.00, peak 4", "none waiting")
        .contains("KV cache peak 40 %", "3 preemptions", "server and client counts match")
        .noneMatch(part -> part.contains("GPU") || part.contains("prefix"));
    ServerLevel gpus = read(RUN, new Scrapes(RUN).gpus(-1, 500).gpus(20, 500).gpus(100, 700));
    assertThat(ServerText.parts(gpus)).containsExactly("GPU 90 % busy", "506 W");
    assertThat(ServerText.facts(gpus))
        .contains(new Fact("GPUs", "90 % busy, peak 90 %; 60.0 GiB of memory; 506 W, peak 506 W"));
  }

  @Test
  void reportsNothingIfAllIsWell() {
    assertThat(notes(RUN, new Scrapes(RUN).whole())).isEmpty();
    assertThat(ServerText.facts(read(RUN, new Scrapes(RUN).whole())))
        .extracting(Fact::text)
        .first()
        .isEqualTo(Scrapes.PAGE + ": 11 scrapes, 0 missed");
  }

  @Test
  void namesADifferenceAndItsPossibleCause() {
    assertThat(notes(CLEAN, new Scrapes(CLEAN).counting(3, 120).whole()))
        .containsExactly(
            "the server counted 3 requests, 120 output tokens more than this client: other clients"
                + " used it meanwhile");
    assertThat(notes(RUN, new Scrapes(RUN).counting(0, 7).whole()))
        .singleElement()
        .asString()
        .startsWith("the server counted 7 output tokens more than this client: it worked on for")
        .contains(" failed)");
    assertThat(notes(CLEAN, new Scrapes(CLEAN).counting(-1, 0).whole()))
        .containsExactly(
            "the server counted 1 request fewer than this client: other servers answered too, or it"
                + " counts otherwise");
  }

  @Test
  void reportsNoCauseForATokenDifference() {
    assertThat(notes(CLEAN, new Scrapes(CLEAN).counting(0, 120).whole()))
        .containsExactly(
            "the server counted 120 output tokens more than this client: it counts tokens"
                + " otherwise");
  }

  @Test
  void reportsWhatIsMissingForRarelyScrapedGpus() {
    Scrapes seldom = new Scrapes(CLEAN);
    for (int i = -1; i < 40; i++) {
      seldom.gpus(i, 500, 1000, i < 25 ? 0 : 9000);
    }
    ServerLevel server = read(CLEAN, seldom);
    assertThat(ServerText.notes(server))
        .singleElement()
        .asString()
        .startsWith("GPU power, energy and utilization are excluded: http://gpu/metrics")
        .endsWith("(dcgm-exporter -c 1000)");
    assertThat(ServerText.parts(server)).isEmpty();
    assertThat(server.count(EngineMetric.GPU_ENERGY)).isNull();
  }

  @Test
  void namesTheEmptyPageNextToAUsefulOne() {
    Scrapes scrapes = new Scrapes(CLEAN).whole();
    String node = "{\"at_ns\":3000000000,\"source\":\"http://node/metrics\",\"signs\":{}}\n";
    assertThat(
            ServerText.notes(
                scrapes
                    .and(node)
                    .read(directory, CLEAN)
                    .of(CLEAN.result().levels().getFirst())
                    .orElseThrow()))
        .containsExactly(
            "no server metrics: nothing at http://node/metrics is of an engine or a GPU");
  }

  @Test
  void datesARestart() {
    assertThat(
            notes(
                CLEAN,
                new Scrapes(CLEAN).scrape(-1, 0).scrape(10, .5).scrape(12, .1).scrape(99, 1)))
        .first()
        .asString()
        .startsWith("the server of " + Scrapes.PAGE + " restarted, seen at 12 s of the level");
  }

  @Test
  void reportsAMissingOrUnreliablePageInOneLine() {
    assertThat(notes(CLEAN, new Scrapes(CLEAN).miss(-1, "refused", "status 404")))
        .containsExactly("no server metrics: " + Scrapes.PAGE + ": status 404");
    Scrapes gone = new Scrapes(CLEAN).scrape(-1, 0).scrape(4, .2);
    for (int i = 5; i < 12; i++) {
      gone.miss(i, i < 7 ? "hung" : "unreachable", "connection refused");
    }
    assertThat(notes(CLEAN, gone))
        .containsExactly(
            "server metrics were missed 7 of 9 times (5 unreachable, 2 hung), last: connection"
                + " refused");
  }

  @Test
  void warnsWhereTheServerKnewThePromptsAlready() {
    assertThat(notes(CLEAN, cached(9_500)))
        .singleElement()
        .asString()
        .startsWith("the server had 95")
        .contains("in its prefix cache", "--seed", "--cache-bust");
    assertThat(notes(CLEAN, cached(5_000))).isEmpty();
  }

  /// Scrapes of a page that counts the lookups of 10,000 prompt tokens.
  private static Scrapes cached(long found) {
    String line =
        "{\"at_ns\":%d,\"source\":\"%s\",\"signs\":{\"prefix_cache_queries\":{\"metric\":\"q\",\"parts\":{\"0\":%d}},\"prefix_cache_hits\":{\"metric\":\"h\",\"parts\":{\"0\":%d}}}}\n";
    return new Scrapes(CLEAN)
        .and(line.formatted(-1_000_000_000L, Scrapes.PAGE, 0, 0))
        .and(line.formatted(99_000_000_000L, Scrapes.PAGE, 10_000, found));
  }
}
