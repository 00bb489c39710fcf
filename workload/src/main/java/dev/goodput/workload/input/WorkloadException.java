package dev.goodput.workload.input;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A mistake in what the user asked for; the message is one clear line.
public abstract sealed class WorkloadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private WorkloadException(String message, @Nullable Throwable cause) {
    super(oneLine(message), cause);
  }

  /// Files and names hold what they like: nothing of it may break the line or command a terminal.
  private static String oneLine(String message) {
    StringBuilder clean = new StringBuilder(message.length());
    message.codePoints().map(c -> harmless(c) ? c : ' ').forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean harmless(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  /// No workload or tokenizer of that name.
  public static final class Unknown extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// With the whole line.
    public Unknown(String message) {
      super(message, null);
    }
  }

  /// A file that cannot be read at all: missing, a directory, empty, not permitted.
  public static final class Unreadable extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// With the whole line.
    public Unreadable(String message) {
      super(message, null);
    }

    /// With the whole line and what the system said.
    public Unreadable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// A file whose content is not what it must be: `file:line: "field" must be …, found …`.
  public static final class Malformed extends WorkloadException {
    private static final long serialVersionUID = 1L;

    private final long line;

    /// With the file, the line from 1 and what is wrong there.
    public Malformed(Path file, long line, String problem) {
      super(file + ":" + line + ": " + problem, null);
      this.line = line;
    }

    /// The line, from 1.
    public long line() {
      return line;
    }
  }

  /// An expression (a length distribution, stages) that cannot be read.
  public static final class Syntax extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// With the whole line.
    public Syntax(String message) {
      super(message, null);
    }
  }

  /// Options that contradict the workload, or leave nothing to ask.
  public static final class Unusable extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// With the whole line.
    public Unusable(String message) {
      super(message, null);
    }
  }
}
