package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.RequestRows;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.page.HtmlReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFileTest {
  private static final List<BiConsumer<ReportInput, Path>> FORMATS =
      List.of(
          (in, file) -> ReportFile.write(file, ResultDocument.json(in)),
          RequestRows::csv,
          RequestRows::jsonl,
          (in, file) -> ReportFile.write(file, HtmlReport.html(in)),
          (in, file) -> ReportFile.write(file, JunitXml.xml(in)),
          (in, file) -> ReportFile.write(file, MarkdownSummary.markdown(in)));

  @TempDir Path dir;

  /// A device of Linux on which nothing can be kept, as on a disk that is full.
  @Test
  @Tag("fault")
  void reportsAFullDiskForEveryFormat() {
    for (BiConsumer<ReportInput, Path> format : FORMATS) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> format.accept(SampleRuns.good(), Path.of("/dev/full")))
          .withMessage("No space left on device");
    }
  }

  @Test
  @Tag("fault")
  void leavesNoPartialFile() {
    Path file = dir.resolve("half.csv");
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() ->
            ReportFile.stream(
                file,
                out -> {
                  out.write("a,b\n".repeat(100_000));
                  throw new IOException("No space left on device");
                }))
        .withMessage("No space left on device");
    assertThat(file).doesNotExist();
  }

  @Test
  @Tag("fault")
  void reportsAMissingDirectoryForEveryFormat() {
    Path nowhere = dir.resolve("none/file");
    for (BiConsumer<ReportInput, Path> format : FORMATS) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> format.accept(SampleRuns.few(), nowhere))
          .withMessage("no such file: " + nowhere);
    }
  }

  @Test
  void writesEveryFormatWithALoneSurrogateInAName() throws IOException {
    Path file = dir.resolve("file");
    for (BiConsumer<ReportInput, Path> format : FORMATS) {
      format.accept(SampleRuns.named("half \ud800 pair"), file);
      assertThat(Files.readString(file)).isNotBlank();
    }
  }
}
