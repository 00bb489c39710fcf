package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkloadReuseTest {
  private static final InventedLog.Shape SHAPE = InventedLog.Shape.GOOD;

  /// What is said of a level whose workload holds a part of what was asked.
  private static String message(InventedLog log, double part, boolean written, long skipped) {
    ReportInput in = SampleRuns.chat(log);
    long requested = in.result().levels().getFirst().totals().requests();
    Manifest manifest =
        in.manifest()
            .with("workload.requests", Math.round(requested * part))
            .with("workload.span_nanos", 61_000_000_000L)
            .with("workload.written", Boolean.toString(written))
            .with("workload.skipped", skipped);
    return message(in.with(manifest, List.of()));
  }

  private static String message(ReportInput in) {
    return Notes.of(in, in.result().levels().getFirst()).stream()
        .filter(note -> note.contains(" and was "))
        .findFirst()
        .orElse("")
        .replaceAll("\\b(has|requests) [0-9,]+", "$1 N");
  }

  private static InventedLog poisson() {
    return new InventedLog(SHAPE).open(0, 8, 0);
  }

  @Test
  void reportsHowOftenARecordingWasPlayedAndHowToPlayItOnce() {
    InventedLog trace = new InventedLog(SHAPE).arriving("trace").open(0, 8, 0);

    assertThat(message(trace, 1 / 2.4, false, 0))
        .isEqualTo(
            "the recording has N requests over 61 s and was played 2.4 times, each time with other"
                + " text; --requests N plays it once");
  }

  @Test
  void reportsThatPromptsOfAFileWereRepeated() {
    assertThat(message(poisson(), 0.5, true, 0))
        .isEqualTo(
            "the workload has N requests and was sent 2 times, the same prompts each time, which"
                + " a prefix cache may know (--cache-bust)");
  }

  @Test
  void reportsNothingForAWorkloadThatWasNotExhausted() {
    assertThat(message(poisson(), 1, true, 0)).isEmpty();
    assertThat(message(SampleRuns.good())).isEmpty();
  }

  @Test
  void reportsThatRepeatsShareTheirPrompts() {
    ReportInput in = SampleRuns.repeated();
    ReportInput shared =
        in.with(
            in.manifest()
                .with("workload.requests", 5_000)
                .with("workload.written", Boolean.toString(true)),
            List.of());
    String message = "all runs take their prompts from the same 5,000 requests: a prefix cache may";
    assertThat(Notes.of(shared, in.result().levels().getFirst()))
        .anySatisfy(note -> assertThat(note).startsWith(message));
    ReportInput large =
        shared.with(shared.manifest().with("workload.requests", 500_000), List.of());
    assertThat(Notes.of(large, in.result().levels().getFirst()))
        .noneSatisfy(note -> assertThat(note).contains("all runs take"));
  }

  @Test
  void countsSkippedSessionsAsPlayed() {
    assertThat(message(poisson(), 1, true, 1))
        .contains("was sent once, and a little again, the same");
  }
}
