package dev.goodput.lab.search;

import dev.goodput.record.RunDirectory;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The segments of a search in a file next to the run's log, one line of JSON each, written at
/// once. A kill loses at most the line being written; readers skip a torn line.
final class TraceFile implements SearchTrace {
  /// The file's name in a run directory.
  static final String NAME = "search.jsonl";

  private static final String LINE =
      "{\"level\":%d,\"rate\":%s,\"dropped\":%d,\"arrivals\":%d,\"judged_after_ns\":%d,\"end_ns\":%d}";
  private static final Pattern READ =
      Pattern.compile(
          LINE.replace("{", "\\{")
              .replace("}", "\\}")
              .replace("%d", "(\\d{1,18})")
              .replace("%s", "([0-9.eE+-]{1,30})"));

  private final RunDirectory directory;

  TraceFile(RunDirectory directory) {
    this.directory = directory;
  }

  @Override
  public void segment(SearchSegmentLine segment) {
    directory.append(
        NAME,
        LINE.formatted(
            segment.level(),
            Double.toString(segment.rate()),
            segment.dropped(),
            segment.arrivals(),
            segment.judgedAfterNanos(),
            segment.endNanos()));
  }

  /// Returns the stored segments, without torn lines.
  List<SearchSegmentLine> read() {
    return directory.lines(NAME).stream().flatMap(text -> parse(text).stream()).toList();
  }

  private static Optional<SearchSegmentLine> parse(String text) {
    Matcher match = READ.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SearchSegmentLine(
              Integer.parseInt(match.group(1)),
              Double.parseDouble(match.group(2)),
              Long.parseLong(match.group(3)),
              Long.parseLong(match.group(4)),
              Long.parseLong(match.group(5)),
              Long.parseLong(match.group(6))));
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }
}
