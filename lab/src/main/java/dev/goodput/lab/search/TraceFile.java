package dev.goodput.lab.search;

import dev.goodput.record.RunDirectory;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The stretches of a search, on disk beside the run's log: a line of JSON each, written at once. A
/// kill costs at most the line being written; whoever reads leaves a torn one out.
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
  public void stretch(SearchSegmentLine stretch) {
    directory.append(
        NAME,
        LINE.formatted(
            stretch.level(),
            Double.toString(stretch.rate()),
            stretch.dropped(),
            stretch.arrivals(),
            stretch.judgedAfterNanos(),
            stretch.endNanos()));
  }

  /// The stretches that were kept; torn lines are left out.
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
