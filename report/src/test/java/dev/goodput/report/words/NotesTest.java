package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.Manifest;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class NotesTest {
  private static List<String> notes(String... keysAndValues) {
    ReportInput in = SampleRuns.good();
    Manifest manifest = in.manifest();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      manifest = manifest.with(keysAndValues[i], keysAndValues[i + 1]);
    }
    ReportInput reported = in.with(manifest, List.of());
    return Notes.of(reported, reported.result().levels().getFirst());
  }

  @Test
  void reportsSkippedSessionsAndReasons() {
    assertThat(
            notes(
                "workload.skipped",
                "1104",
                "workload.skipped_reason",
                "prompt and answer do not fit the model's 4,096 tokens",
                "workload.skipped_example",
                "chat.jsonl:3: 4,000 + 97 tokens"))
        .contains(
            "1,104 requests of the workload excluded: prompt and answer do not fit the model's"
                + " 4,096 tokens (first chat.jsonl:3: 4,000 + 97 tokens)");
  }

  @Test
  void reportsHowManyTurnsWereNotSent() {
    assertThat(notes("workload.turns_dropped", "1"))
        .contains("1 later turn not sent, because the previous response failed");
    assertThat(notes("workload.turns_dropped", "7"))
        .contains("7 later turns not sent, because the previous response failed");
  }

  @Test
  void reportsNothingIfAllTurnsWereSent() {
    assertThat(notes("workload.skipped", "0", "workload.turns_dropped", "0"))
        .noneMatch(note -> note.contains("left out") || note.contains("not asked"));
  }

  @Test
  void namesOtherLevelsThatHaveWarnings() {
    ReportInput in = SampleRuns.cappedLevels();
    List<LevelResult> levels = in.result().levels();
    List<LevelResult> warned =
        levels.stream().filter(level -> !level.warnings().isEmpty()).toList();
    assertThat(warned).isNotEmpty();
    LevelResult other =
        levels.stream().filter(level -> !warned.equals(List.of(level))).findFirst().orElseThrow();
    assertThat(Notes.ofOthers(in, other).orElseThrow())
        .isEqualTo(
            "the page and --json have notes on "
                + warned.stream()
                    .filter(level -> level.level() != other.level())
                    .map(level -> LevelName.of(level.load()))
                    .collect(Collectors.joining(", ")));
    assertThat(Notes.ofOthers(SampleRuns.good(), SampleRuns.good().result().levels().getFirst()))
        .isEmpty();
  }

  @Test
  void reportsUsersThatNeverStartedForAnyLevel() {
    ReportInput in = InventedResult.many();
    String note =
        "only 262 of 300 users sent requests: there were no more requests; use more --requests";
    in.result().levels().forEach(level -> assertThat(Notes.of(in, level)).containsOnlyOnce(note));
    assertThat(TerminalReport.render(in, 80, false)).contains("! 262 sent");
  }

  @Test
  void callsNoLevelMetWhoseUsersNeverAllStarted() {
    ReportInput in = InventedResult.many();
    LevelResult many = in.result().levels().getLast();
    assertThat(many.sloMet()).isTrue();
    assertThat(SloText.verdict(in, many).orElseThrow().headline())
        .startsWith("Too short to judge: only 262 of 300 users sent requests");
  }
}
