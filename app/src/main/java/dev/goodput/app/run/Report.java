package dev.goodput.app.run;

import dev.goodput.metrics.result.Conclusion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a report is of, in each of its forms: a run, a comparison of two, or a look at a proxy.
interface Report {
  /// Where it is kept.
  Path dir();

  /// The name of its page beside it.
  default String page() {
    return "report.html";
  }

  /// What it comes to.
  Conclusion conclusion();

  /// In a line, why that is not good; empty where it is.
  Optional<String> complaint();

  /// The same with what could not be kept of it, one sentence each.
  Report losing(List<String> more);

  /// The document.
  String json();

  /// What a person reads in a terminal.
  ///
  /// @param page where the page lies, empty where there is none
  String text(int columns, boolean colour, Optional<Path> page);

  /// Writes one of its forms, in place of what was there; one that it does not have is left out.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  void write(Form form, Path file);

  /// A form that is a file.
  enum Form {
    /// For programs.
    DOCUMENT,
    /// The page.
    PAGE,
    /// One row per attempt.
    CSV,
    /// One object per attempt.
    JSONL,
    /// Markdown for a job's page.
    SUMMARY,
    /// For continuous integration.
    JUNIT
  }
}
