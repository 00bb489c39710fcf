package dev.goodput.report.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.goodput.metrics.LevelResult;
import dev.goodput.observe.MetricsFile;
import dev.goodput.observe.Sign;
import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.server.ServerLevel.Count;
import dev.goodput.report.server.ServerLevel.What;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunServersTest {
  private static final ReportInput RUN = SampleRuns.good();
  private static final LevelResult LEVEL = RUN.result().levels().getFirst();

  @TempDir private Path directory;

  private ServerLevel read(Looks looks) {
    return looks.read(directory, RUN).of(LEVEL).orElseThrow();
  }

  @Test
  void countsALevelAsTheServerDidBesideTheClient() {
    ServerLevel server = read(new Looks(RUN).whole());
    assertThat(server.counts())
        .containsExactly(
            new Count(What.REQUESTS, LEVEL.totals().attempts(), LEVEL.totals().attempts()),
            new Count(
                What.OUTPUT_TOKENS, LEVEL.totals().outputTokens(), LEVEL.totals().outputTokens()));
    assertThat(server.preemptions()).isEqualTo(3);
    assertThat(server.prefixHitsShare()).isNull();
    assertThat(server.gauge(Sign.GPU_POWER)).isNull();
    assertThat(server.trace(Sign.RUNNING)).hasSize(9);
  }

  @Test
  void comparesNoCountsWhereTheLooksBeginLateOrEndEarly() {
    assertThat(read(new Looks(RUN).look(-1, 0).look(20, .6)).counts()).isEmpty();
    assertThat(read(new Looks(RUN).look(1, .1).look(100, 1)).counts()).isEmpty();
    assertThat(read(new Looks(RUN).look(1, .1).look(100, 1)).preemptions()).isNull();
  }

  @Test
  void tellsEnergyOnlyWhereAllOfTheWindowWasSeen() {
    double end = LEVEL.window().runEndNanos() / 1e9;
    ServerLevel all = read(new Looks(RUN).gpus(-1, 500).gpus(end + 1, 500));
    assertThat(all.energyJoules()).isCloseTo(500 * LEVEL.window().seconds(), withPercentage(1));
    assertThat(read(new Looks(RUN).gpus(-1, 500).gpus(end / 2, 500)).energyJoules()).isNull();
  }

  @Test
  void saysNothingOfARunWhoseServersNobodyLookedAt() {
    RunServers old = RunServers.of(directory, Manifest.empty(), RUN.result());
    assertThat(old).isEqualTo(RunServers.NONE);
    Manifest off = Manifest.empty().with("server_metrics.asked", "off");
    assertThat(RunServers.of(directory, off, RUN.result())).isEqualTo(RunServers.NONE);
  }

  @Test
  @Tag("fault")
  void reportsWithoutAFileThatIsGoneOrNoneOfOurs() throws Exception {
    Manifest asked = Manifest.empty().with("server_metrics.asked", "target");
    assertThat(RunServers.of(directory, asked, RUN.result()).notes())
        .containsExactly("reported without servers' metrics: server-metrics.jsonl is not there");
    assertThat(
            RunServers.of(directory, asked.with("server_metrics.problem", "full"), RUN.result())
                .notes())
        .containsExactly("servers' metrics could not all be kept: full");
    RunServers newer = Looks.read(directory, RUN, "{\"server_metrics\":2}\n");
    assertThat(newer.of(LEVEL)).isEmpty();
    assertThat(newer.notes()).singleElement().asString().contains("has version 2");
    Files.delete(directory.resolve(MetricsFile.NAME));
    Files.createDirectory(directory.resolve(MetricsFile.NAME));
    RunServers unreadable = RunServers.of(directory, asked, RUN.result());
    assertThat(unreadable.notes()).singleElement().asString().startsWith("reported without");
  }

  @Test
  @Tag("fault")
  void readsAFileThatIsTornAnywhereAndSaysSo() {
    String text = new Looks(RUN).whole().text();
    int said = 0;
    for (int end = 0; end < text.length(); end += 37) {
      RunServers servers = Looks.read(directory, RUN, text.substring(0, end));
      said += servers.notes().size();
      assertThat(servers.notes())
          .allMatch(note ->
              note.equals("server-metrics.jsonl torn or damaged, and left out: 1 of its lines"));
    }
    assertThat(said).isGreaterThan(50);
  }
}
