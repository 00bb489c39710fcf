package dev.goodput.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.history.SlicedRun;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.report.RunReport;
import dev.goodput.runner.report.WrittenRun;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicesReportTest {
  @TempDir private Path directory;

  private RunDirectory slice(int number, WrittenRun run) {
    Manifest manifest =
        Manifest.empty()
            .with("run.id", "slice-" + number)
            .with("run.shard", number + "/3")
            .with("run.origin", "2026-11-22T12:00:00.0" + number + "Z");
    return run.in(directory.resolve("slice-" + number), manifest);
  }

  private static WrittenRun answered() {
    return new WrittenRun().requests(60, new Outcome.Ok("stop"));
  }

  private RunReport report(WrittenRun second) {
    SlicedRun slices = SlicedRun.of(List.of(slice(1, answered()), slice(2, second)));
    return RunReport.of(slices, directory, Judgement.DEFAULT, List.of());
  }

  @Test
  void countsTheRequestsOfAllSlices() {
    RunReport report = report(answered());
    assertThat(report.result().levels().getFirst().totals().requests()).isEqualTo(120);
    assertThat(report.result().faults()).isEmpty();
    assertThat(report.result().client().verdict()).isEqualTo(ClientHealth.Verdict.TRUSTED);
    assertThat(report.json())
        .contains("made of 2 of the 3 slices of one load")
        .contains("slices that are missing: 3/3");
    assertThat(report.text(80, false, null).lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void neverEndsWithZeroWhileSlicesAreMissing() {
    List<String> slices =
        IntStream.rangeClosed(1, 3)
            .mapToObj(number -> slice(number, answered()).path().toString())
            .toList();

    assertThat(exitCode(slices.subList(0, 2))).isEqualTo(8);
    assertThat(exitCode(slices)).isZero();
  }

  private static int exitCode(List<String> slices) {
    PrintStream none = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    List<String> words = new ArrayList<>(List.of("report", "--quiet"));
    words.addAll(slices);
    return Main.run(words.toArray(String[]::new), none, none);
  }

  @Test
  void isAsBadAsTheWorstClient() {
    ClientHealth client = report(answered().lagging()).result().client();
    assertThat(client.verdict()).isEqualTo(ClientHealth.Verdict.CLIENT_BOUND);
    assertThat(client.reasons()).isNotEmpty().allMatch(reason -> reason.startsWith("slice 2/3: "));
  }
}
