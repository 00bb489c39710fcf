package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.LevelStarted;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureReportsTest {
  @TempDir Path scratch;

  private final StringWriter message = new StringWriter();
  private final OutputOptions options = new OutputOptions();
  private @Nullable FailureReports made;

  /// Made of the options as the first use finds them.
  private FailureReports files() {
    if (made == null) {
      made = new FailureReports(options.read(), new PrintWriter(message, true));
    }
    return made;
  }

  @BeforeEach
  void nameBothFiles() {
    options.junit = scratch.resolve("r");
    options.summaryMd = scratch.resolve("bench.md");
  }

  private void fail(Throwable end) {
    assertThatThrownBy(() ->
            files()
                .unlessFailed(
                    () -> {
                      if (end instanceof Error error) {
                        throw error;
                      }
                      throw (RuntimeException) end;
                    },
                    Runnable::run))
        .isSameAs(end);
  }

  @Test
  void reportWhatEndedABenchWithoutMeasurements() {
    fail(new AppException.Usage("--rate must be above 0"));

    assertThat(options.junit).content().contains("exit code 2", "--rate must be above 0");
    assertThat(options.summaryMd)
        .content()
        .isEqualTo("## goodput: nothing was measured\n\n❌ --rate must be above 0 (exit code 2)\n");
    assertThat(message.toString()).isEmpty();
  }

  @Test
  void reportAMemoryShortage() {
    fail(new OutOfMemoryError("Java heap space"));

    assertThat(options.junit).content().contains("OutOfMemoryError: Java heap space");
  }

  @Test
  void nameStoredFilesOfARunWithoutAResult() {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    files().setDirectory(run);
    try (RunLogWriter log = run.writer()) {
      log.append(new LevelStarted(0, 0, "constant", "", 1, 0, 0));
    }
    fail(new IllegalStateException("a loop failed"));

    String kept = "what was measured is kept; to see it: goodput report " + run.path();
    assertThat(message.toString().lines()).containsExactly("goodput: " + kept);
    assertThat(options.summaryMd)
        .content()
        .startsWith("## goodput: no result\n")
        .contains("a loop failed; what was measured is kept; to see it: goodput report ");
  }

  @Test
  void doNotClaimThatNothingWasMeasuredIfTheLogIsUnreadable() throws Exception {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    files().setDirectory(run);
    Files.writeString(run.path().resolve(RunDirectory.LOG_FILE), "something else altogether");
    fail(new IllegalStateException("the log is damaged"));

    assertThat(options.summaryMd).content().startsWith("## goodput: no result\n");
    assertThat(message.toString()).isEmpty();
  }

  @Test
  void reportNothingMoreOnceThereIsAResult() {
    files().resultFollows();
    fail(new AppException.Machine("cannot write a.csv"));

    assertThat(options.junit).doesNotExist();
  }

  @Test
  void reportAnErrorAfterTheResult() {
    files().resultFollows();
    fail(new IllegalStateException("a loop would not close"));

    assertThat(options.junit).content().contains("exit code 1", "a loop would not close");
  }

  @Test
  void areWrittenIfASignalWasNotTheOnlyReason() {
    assertThatThrownBy(() ->
            files()
                .unlessFailed(
                    () -> {
                      throw new AppException.Usage("too late");
                    },
                    _ -> {}))
        .hasMessage("too late");
    assertThat(options.junit).doesNotExist();
  }

  @Test
  void reportAnUnwritableFileOnce() throws Exception {
    options.junit = Files.createDirectory(scratch.resolve("dir"));
    fail(new AppException.BadFile("--junit", "--junit is a directory"));
    assertThat(message.toString()).isEmpty();
    assertThat(options.summaryMd).content().contains("--junit is a directory");
  }

  @Test
  void reportAnUnwritableFileNextToAnotherReason() throws Exception {
    options.junit = Files.createDirectory(scratch.resolve("e"));
    fail(new AppException.Usage("every letter of the file's name is in here"));

    assertThat(message.toString()).startsWith("goodput: cannot write " + options.junit + ": ");
  }

  @Test
  void reportTheFirstReason() {
    files().write(new AppException.Interrupted(ExitCode.TERMINATED));
    fail(new AppException.Usage("later"));

    assertThat(options.junit)
        .content()
        .contains("exit code 143", "interrupted before the load started");
  }

  @Test
  void areFoundOnACommandLineThatCannotBeRead() {
    OutputOptions found =
        OutputOptions.parse(
            List.of(
                "bench", "--rate", "abc", "--nonsense", "--junit=a.xml", "--summary-md", "b.md"));

    assertThat(found.junit).isEqualTo(Path.of("a.xml"));
    assertThat(found.summaryMd).isEqualTo(Path.of("b.md"));
    assertThat(OutputOptions.parse(List.of("bench", "--junit")).junit).isNull();
    OutputOptions nextTo = OutputOptions.parse(List.of("bench", "--out", "--junit", "a.xml"));
    assertThat(nextTo.junit).isEqualTo(Path.of("a.xml"));
    OutputOptions between = OutputOptions.parse(List.of("--junit", "--summary-md", "b.md"));
    assertThat(between.junit).isNull();
  }
}
