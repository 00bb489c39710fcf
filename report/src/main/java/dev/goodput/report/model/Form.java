package dev.goodput.report.model;

import java.util.List;
import java.util.stream.Stream;

/// A form of a report that is a file, in the order of writing: small files first, then those for CI
/// jobs, and the JUnit report last, because it lists files that could not be written.
public enum Form {
  /// The result document, for programs.
  DOCUMENT("--result"),
  /// The page.
  PAGE("--html"),
  /// One row per attempt.
  CSV("--csv"),
  /// One object per attempt.
  JSONL("--jsonl"),
  /// Markdown for the page of a CI job.
  SUMMARY("--summary-md"),
  /// JUnit XML, for continuous integration.
  JUNIT("--junit");

  private final String option;

  Form(String option) {
    this.option = option;
  }

  /// Returns the option that names the file.
  public String option() {
    return option;
  }

  /// Returns whether CI jobs read it, so that it is written even if there is no result.
  public boolean forJobs() {
    return this == SUMMARY || this == JUNIT;
  }

  /// Returns the options of the forms for CI jobs.
  public static List<String> jobOptions() {
    return Stream.of(values()).filter(Form::forJobs).map(Form::option).toList();
  }
}
