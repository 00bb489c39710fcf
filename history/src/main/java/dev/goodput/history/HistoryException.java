package dev.goodput.history;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// An error with stored runs. The message is one line for the user: what, where, what to do.
public abstract sealed class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private HistoryException(String line) {
    super(line);
  }

  /// There is no run with that name, id or path.
  public static final class NoRun extends HistoryException {
    private static final long serialVersionUID = 1;

    NoRun(String run, Path root, String hint) {
      super(
          "no run \"%s\" in %s%s%s"
              .formatted(run, root, hint, hint.isEmpty() ? "; goodput runs lists all runs" : ""));
    }
  }

  /// The name belongs to several runs, or to a run and a baseline.
  public static final class Ambiguous extends HistoryException {
    private static final long serialVersionUID = 1;

    Ambiguous(String name, Path run) {
      super(
          "\"%s\" is a baseline and a run, %s; name the run by its path, or call one of them otherwise"
              .formatted(name, Path.of(".").resolve(run)));
    }

    Ambiguous(String run, List<Path> paths) {
      super(
          "\"%s\" is the name or id of %d runs: %s; name one by its directory"
              .formatted(
                  run,
                  paths.size(),
                  String.join(", ", paths.stream().map(Path::toString).toList())));
    }
  }

  /// The name is invalid, or belongs to another run.
  public static final class BadName extends HistoryException {
    private static final long serialVersionUID = 1;

    BadName(String line) {
      super(line);
    }
  }

  /// There is no baseline of that name.
  public static final class NoBaseline extends HistoryException {
    private static final long serialVersionUID = 1;

    NoBaseline(String name, Path root, String hint, String option) {
      super(
          "no baseline \"%s\" in %s%s; make one: goodput baseline set %s RUN%s"
              .formatted(name, root, hint, name, option));
    }
  }

  /// The runs are not slices of one run.
  public static final class NotSlices extends HistoryException {
    private static final long serialVersionUID = 1;

    NotSlices(String line) {
      super(line);
    }
  }

  /// A file or directory cannot be read or written.
  public static final class FileAccess extends HistoryException {
    private static final long serialVersionUID = 1;

    /// @param cause an [IOException], or an unchecked exception that wraps one, as from a directory
    ///   listing
    FileAccess(String doing, Path file, Exception cause) {
      super("cannot %s %s: %s".formatted(doing, file, SystemReason.of(reason(cause), file)));
      initCause(cause);
    }

    private static IOException reason(Exception cause) {
      return Stream.of(cause, cause.getCause())
          .filter(IOException.class::isInstance)
          .map(IOException.class::cast)
          .findFirst()
          .orElseGet(() -> new IOException(cause));
    }
  }
}
