package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.app.AppException;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReportTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 20})
  void refusesARunOfWhichNothingIsLeft(int bytes) throws IOException {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    if (bytes >= 0) {
      run.writer().close();
      Path log = run.path().resolve(RunDirectory.LOG_FILE);
      Files.write(log, Arrays.copyOf(Files.readAllBytes(log), bytes));
    }

    assertThatThrownBy(() -> RunReport.of(run, Judgement.USUAL, List.of()))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining("records.log ")
        .hasMessageContaining("so there is nothing to report");
  }

  @Test
  void writesTheOtherFilesWhereOneCannotBeWritten() throws IOException {
    RunDirectory run = RunDirectory.create(scratch.resolve("run"), Manifest.empty());
    run.writer().close();
    OutputFiles files = OutputFiles.beside(run.path()).withJunit(scratch.resolve("junit.xml"));
    Files.createDirectory(run.path().resolve("result.json"));

    RunReport report = RunReport.of(run, Judgement.USUAL, List.of());
    List<String> refused = report.write(files);
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
