package dev.goodput.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.model.Form;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.OutputFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunReportTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 20})
  void refusesAnEmptyRun(int bytes) throws IOException {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    if (bytes >= 0) {
      run.writer().close();
      Path log = run.path().resolve(RunDirectory.LOG_FILE);
      Files.write(log, Arrays.copyOf(Files.readAllBytes(log), bytes));
    }

    assertThatThrownBy(() -> RunReport.of(run, Judgement.DEFAULT, List.of()))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining("records.log ")
        .hasMessageContaining("so there is nothing to report");
  }

  private static Stream<Arguments> endings() {
    Outcome ok = new Outcome.Ok("stop");
    Outcome busy = new Outcome.HttpError(503, "busy");
    Outcome refused = new Outcome.Refused("nobody listens");
    AnalysisOptions usual = AnalysisOptions.DEFAULTS;
    AnalysisOptions late = usual.withWarmup(new Warmup.Fixed(3_600_000_000_000L));
    AnalysisOptions strict = usual.withSlo(Slo.parse("p95 ttft<=1ms"));
    return Stream.of(
        Arguments.of(new WrittenRun().requests(50, ok), judged(usual, .01), ExitCode.GOOD),
        Arguments.of(new WrittenRun(), judged(usual, .01), ExitCode.USAGE),
        Arguments.of(new WrittenRun().requests(50, ok), judged(late, .01), ExitCode.USAGE),
        Arguments.of(new WrittenRun().requests(9, refused), judged(late, 1), ExitCode.UNREACHABLE),
        Arguments.of(
            new WrittenRun().requests(50, ok).nextLevel().requests(46, ok).requests(4, busy),
            judged(usual, .01),
            ExitCode.TOO_MANY_FAILURES),
        Arguments.of(new WrittenRun().requests(50, ok), judged(strict, .01), ExitCode.SLO_MISSED),
        Arguments.of(
            new WrittenRun().requests(50, ok), new Judgement(strict, false, .01), ExitCode.GOOD),
        Arguments.of(
            new WrittenRun().requests(50, ok).lagging(), judged(usual, .01), ExitCode.CLIENT_BOUND),
        Arguments.of(
            new WrittenRun().requests(50, ok).miscounted(), judged(usual, .01), ExitCode.FAULT));
  }

  private static Judgement judged(AnalysisOptions options, double maxErrorRate) {
    return new Judgement(options, true, maxErrorRate);
  }

  @ParameterizedTest
  @MethodSource("endings")
  void junitFailsWithAReasonIfTheExitCodeIsNotZero(
      WrittenRun written, Judgement judgement, ExitCode exit) throws IOException {
    RunReport report = RunReport.of(written.in(scratch.resolve("run")), judgement, List.of());
    Path junit = scratch.resolve("junit.xml");
    report.write(OutputFiles.NONE.with(Form.JUNIT, junit), _ -> {});

    assertThat(report.exit()).isEqualTo(exit);
    assertThat(report.exitReason().isPresent()).isEqualTo(exit != ExitCode.GOOD);
    assertThat(Files.readString(junit).contains("<failure")).isEqualTo(exit != ExitCode.GOOD);
  }

  @Test
  void anExperimentThatFoundNoServerEndsAsARunThatFoundNone() {
    WrittenRun written = new WrittenRun().requests(9, new Outcome.Refused("nobody listens"));
    Manifest manifest = Manifest.empty().with("saturate.axis", "concurrency");
    RunReport report =
        RunReport.of(
            written.in(scratch.resolve("run"), manifest),
            judged(AnalysisOptions.DEFAULTS, .01),
            List.of());

    assertThat(report.exit()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(report.exitReason().orElseThrow()).contains("no request found a server");
  }

  @Test
  void jobFilesReportMoreThanTheFigures() throws IOException {
    WrittenRun written = new WrittenRun().requests(50, new Outcome.Ok("stop"));
    RunReport lost =
        RunReport.of(
            written.in(scratch.resolve("a")), Judgement.DEFAULT, List.of("the disk is full"));
    assertThat(reported(lost, _ -> {})).allMatch(text -> text.contains("the disk is full"));
    Manifest signal = Manifest.empty().with("run.interrupted", 143);
    RunReport interrupted =
        RunReport.of(written.in(scratch.resolve("b"), signal), Judgement.DEFAULT, List.of());
    assertThat(reported(interrupted, _ -> {}))
        .allMatch(text -> text.contains("a signal came before"));
  }

  @Test
  void jobFilesReportThatTheRunCouldNotBeShown() throws IOException {
    RunReport report =
        RunReport.of(
            new WrittenRun().requests(50, new Outcome.Ok("stop")).in(scratch.resolve("run")),
            Judgement.DEFAULT,
            List.of());
    Consumer<RunReport> full =
        _ -> {
          throw new AppException.Machine("cannot write to standard output: No space left");
        };
    assertThat(reported(report, full))
        .allMatch(text -> text.contains("cannot write to standard output: No space left"));
    assertThatThrownBy(() -> report.requireWritten(report.write(OutputFiles.NONE, full)))
        .hasMessageStartingWith("cannot write to standard output: No space left; the run itself");
  }

  @Test
  void jobFilesAreWrittenBeforeTheRunIsShown() throws IOException {
    RunReport report =
        RunReport.of(
            new WrittenRun().requests(50, new Outcome.Ok("stop")).in(scratch.resolve("run")),
            Judgement.DEFAULT,
            List.of());
    Path junit = Files.writeString(scratch.resolve("junit.xml"), "of an earlier run");
    Path summary = Files.writeString(scratch.resolve("summary.md"), "of an earlier run");
    List<String> seen = new ArrayList<>();
    report.write(
        OutputFiles.NONE.with(Form.JUNIT, junit).with(Form.SUMMARY, summary),
        _ -> seen.addAll(List.of(read(junit), read(summary))));

    assertThat(seen).containsExactly(read(junit), read(summary));
    assertThat(seen).noneMatch(text -> text.contains("of an earlier run"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void lostOutputIsReportedOnce() throws IOException {
    RunReport report =
        RunReport.of(
            new WrittenRun().requests(50, new Outcome.Ok("stop")).in(scratch.resolve("run")),
            Judgement.DEFAULT,
            List.of());
    Path taken = Files.createDirectory(scratch.resolve("taken"));
    List<String> lost =
        report.write(
            OutputFiles.NONE.with(Form.SUMMARY, taken),
            _ -> {
              throw new AppException.Machine("no screen");
            });

    assertThat(lost).hasSize(2).startsWith("no screen");
    assertThat(lost.getLast()).startsWith("cannot write " + taken);
  }

  @Test
  void aCommonReasonOfSeveralFilesIsReportedOnce() throws IOException {
    RunDirectory run =
        new WrittenRun().requests(50, new Outcome.Ok("stop")).in(scratch.resolve("run"));
    Path one = Files.createDirectory(scratch.resolve("one"));
    Path two = Files.createDirectory(scratch.resolve("two"));
    List<String> lost =
        RunReport.of(run, Judgement.DEFAULT, List.of())
            .write(OutputFiles.NONE.with(Form.SUMMARY, one).with(Form.JUNIT, two), _ -> {});

    assertThat(lost)
        .singleElement()
        .asString()
        .startsWith("cannot write " + one + ", " + two + ": ");
  }

  @Test
  void theJunitReportFailsWhereTheSummaryCannotBeWritten() throws IOException {
    RunReport report =
        RunReport.of(
            new WrittenRun().requests(50, new Outcome.Ok("stop")).in(scratch.resolve("run")),
            Judgement.DEFAULT,
            List.of());
    Path junit = scratch.resolve("junit.xml");
    Path taken = Files.createDirectory(scratch.resolve("taken"));
    report.write(OutputFiles.NONE.with(Form.JUNIT, junit).with(Form.SUMMARY, taken), _ -> {});

    assertThat(junit).content().contains("<failure", "not all was kept: cannot write " + taken);
  }

  /// What the JUnit report and the summary say.
  private List<String> reported(RunReport report, Consumer<RunReport> screen) throws IOException {
    Path junit = scratch.resolve("told.xml");
    Path summary = scratch.resolve("told.md");
    report.write(OutputFiles.NONE.with(Form.JUNIT, junit).with(Form.SUMMARY, summary), screen);
    assertThat(junit).content().contains("<failure");
    return List.of(Files.readString(junit), Files.readString(summary));
  }

  @Test
  void namesThePageThatWasWritten() throws IOException {
    RunDirectory run =
        new WrittenRun().requests(9, new Outcome.Ok("stop")).in(scratch.resolve("run"));
    RunReport report = RunReport.of(run, Judgement.DEFAULT, List.of());
    Path page = scratch.resolve("page.html");

    assertThat(report.text(80, false, page)).contains("no page was written");
    report.write(OutputFiles.NONE.with(Form.PAGE, page), _ -> {});
    assertThat(report.text(300, false, page)).contains(" report   " + page + "\n");
    assertThat(report.text(80, false, null)).contains("no page was written");
  }

  @Test
  void doesNotNameAnOldPageInPlaceOfOneThatWasRefused() throws IOException {
    RunDirectory run =
        new WrittenRun().requests(9, new Outcome.Ok("stop")).in(scratch.resolve("run"));
    RunReport report = RunReport.of(run, Judgement.DEFAULT, List.of());
    Path taken = Files.createDirectory(scratch.resolve("page.html"));
    List<String> shown = new ArrayList<>();
    report.write(
        OutputFiles.NONE.with(Form.PAGE, taken),
        reported -> shown.add(reported.text(300, false, taken)));

    assertThat(shown).singleElement().asString().contains("no page was written");
  }

  @Test
  void writesTheOtherFilesWhereOneCannotBeWritten() throws IOException {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    run.writer().close();
    OutputFiles files =
        OutputFiles.nextTo(run.path()).with(Form.JUNIT, scratch.resolve("junit.xml"));
    Files.createDirectory(run.path().resolve("result.json"));

    RunReport report = RunReport.of(run, Judgement.DEFAULT, List.of());
    List<String> refused = report.write(files, _ -> {});
    assertThatThrownBy(() -> report.requireWritten(refused))
        .isInstanceOf(AppException.Machine.class)
        .hasMessageStartingWith("cannot write " + run.path().resolve("result.json") + ": ")
        .hasMessageContaining("the run itself is kept in")
        .hasMessageContaining("goodput report " + run.path());
    assertThat(scratch.resolve("junit.xml"))
        .content()
        .contains("not all was kept: cannot write " + run.path().resolve("result.json"));
    assertThat(run.path().resolve("requests.jsonl")).exists();
  }
}
