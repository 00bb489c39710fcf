package dev.goodput.app.run;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The files of a report; null for a file that is not written.
///
/// @param json the result document
/// @param csv one row per attempt
/// @param jsonl one object per attempt
/// @param html the HTML report
/// @param junit JUnit XML
/// @param summaryMd Markdown for the summary of a CI job
public record OutputFiles(
    @Nullable Path json,
    @Nullable Path csv,
    @Nullable Path jsonl,
    @Nullable Path html,
    @Nullable Path junit,
    @Nullable Path summaryMd) {
  /// No file.
  public static final OutputFiles NONE = new OutputFiles(null, null, null, null, null, null);

  /// Returns the files of a run in its directory.
  public static OutputFiles beside(Path directory) {
    return new OutputFiles(
        directory.resolve("result.json"),
        directory.resolve("requests.csv"),
        directory.resolve("requests.jsonl"),
        directory.resolve("report.html"),
        null,
        null);
  }

  /// Returns the files of a proxy check in its directory; its sides have the files of requests.
  static OutputFiles forHop(Path directory) {
    return new OutputFiles(
        directory.resolve("hop.json"), null, null, directory.resolve("hop.html"), null, null);
  }

  /// With JUnit XML.
  public OutputFiles withJunit(@Nullable Path file) {
    return new OutputFiles(json, csv, jsonl, html, file, summaryMd);
  }

  /// With a Markdown summary.
  public OutputFiles withSummaryMd(@Nullable Path file) {
    return new OutputFiles(json, csv, jsonl, html, junit, file);
  }
}
