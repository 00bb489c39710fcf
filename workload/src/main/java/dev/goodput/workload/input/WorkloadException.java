package dev.goodput.workload.input;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A mistake in the user's input; the message is one clear line.
public abstract sealed class WorkloadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private WorkloadException(String message, @Nullable Throwable cause) {
    super(oneLine(message), cause);
  }

  /// Replaces control characters: a file's content or a name must not break the line or control a
  /// terminal.
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

  /// There is no workload or tokenizer of that name.
  public static final class Unknown extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// Takes the whole message.
    public Unknown(String message) {
      super(message, null);
    }
  }

  /// A file cannot be read at all: missing, a directory, empty, not permitted.
  public static final class Unreadable extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// Takes the whole message.
    public Unreadable(String message) {
      super(message, null);
    }

    /// Takes the whole message and the system's error.
    public Unreadable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// A file's content is wrong: `file:line: "field" must be …, found …`.
  public static final class Malformed extends WorkloadException {
    private static final long serialVersionUID = 1L;

    private final long line;

    /// Takes the file, the line from 1 and the problem there.
    public Malformed(Path file, long line, String problem) {
      super(file + ":" + line + ": " + problem, null);
      this.line = line;
    }

    /// Returns the line, from 1.
    public long line() {
      return line;
    }
  }

  /// An expression (a length distribution, stages) cannot be parsed.
  public static final class Syntax extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// Takes the whole message.
    public Syntax(String message) {
      super(message, null);
    }
  }

  /// Options contradict the workload, or leave nothing to send.
  public static final class Unusable extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /// Takes the whole message.
    public Unusable(String message) {
      super(message, null);
    }
  }
}
