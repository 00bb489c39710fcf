package dev.goodput.findings.output;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Form;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A report in which placeholders stand for addresses, host names and local paths.
///
/// @param report the whole report
/// @param redaction what replaces them
record RedactedReport(Report report, Redaction redaction) implements Report {
  /// The next command of a text for a terminal, with the lines that continue it.
  private static final Pattern NEXT =
      Pattern.compile("(?m)^(?:\\x1b\\[[\\d;]*m)* next .*\\R?(?:(?:\\x1b\\[[\\d;]*m)* {9}.*\\R?)*");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\b(?:path|server)-\\d");

  @Override
  public Path dir() {
    return report.dir();
  }

  @Override
  public String page() {
    return report.page();
  }

  @Override
  public Conclusion conclusion() {
    return report.conclusion();
  }

  @Override
  public Optional<String> exitReason() {
    return report.exitReason().map(redaction::apply);
  }

  @Override
  public Report withLosses(List<String> more) {
    return new RedactedReport(report.withLosses(more), redaction);
  }

  @Override
  public String json() {
    return redaction.apply(report.json());
  }

  @Override
  public String text(int columns, boolean colour, Optional<Path> page) {
    return withoutNextStep(redaction.apply(report.text(columns, colour, page)));
  }

  /// A command with a placeholder cannot be run, so it is omitted.
  private static String withoutNextStep(String text) {
    return NEXT.matcher(text)
        .replaceAll(next ->
            PLACEHOLDER.matcher(next.group()).find() ? "" : Matcher.quoteReplacement(next.group()));
  }

  /// Writes the form to a temporary file that nobody else can read, then its redacted text to the
  /// file, so that the file never holds more.
  @Override
  public void write(Form form, Path file) {
    try {
      Path whole = Files.createTempFile("goodput-report", ".whole");
      try {
        report.write(form, whole);
        redact(form, whole, file);
      } finally {
        Files.deleteIfExists(whole);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void redact(Form form, Path whole, Path file) throws IOException {
    if (Files.size(whole) == 0) {
      return;
    }
    if (form == Form.PAGE) {
      Files.writeString(file, redaction.applyToPage(Files.readString(whole)));
      return;
    }
    try (BufferedReader in = Files.newBufferedReader(whole);
        BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.write(redaction.apply(line));
        out.write('\n');
      }
    }
  }
}
