package dev.goodput.app;

/// What the commands themselves raise: one clear line and the exit code it ends with.
public abstract sealed class AppException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exit;

  private AppException(ExitCode exit, String line) {
    super(line);
    this.exit = exit;
  }

  /// What the process ends with.
  public ExitCode exit() {
    return exit;
  }

  /// A mistake in what was typed or in a file that was named: what, where, expected, what to do.
  public static final class Usage extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param line the one line a person reads
    public Usage(String line) {
      super(ExitCode.USAGE, line);
    }
  }

  /// A file for what is to be written that cannot be: which, why, what to do.
  public static final class BadFile extends AppException {
    private static final long serialVersionUID = 1L;

    private final String option;

    /// @param option that names the file
    /// @param line the one line a person reads
    public BadFile(String option, String line) {
      super(ExitCode.USAGE, line);
      this.option = option;
    }

    /// The option that names the file.
    public String option() {
      return option;
    }
  }

  /// Somebody ended the command before load began; there is no result.
  public static final class Interrupted extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param exit the code of the signal
    public Interrupted(ExitCode exit) {
      this(exit, "interrupted before load began; nothing was measured");
    }

    /// @param exit the code of the signal
    /// @param line when it came
    public Interrupted(ExitCode exit, String line) {
      super(exit, line);
    }
  }

  /// Who was asked answered nothing, so that there is no result.
  public static final class NoAnswer extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param exit what a run that failed so ends with
    /// @param line who, and why
    public NoAnswer(ExitCode exit, String line) {
      super(exit, line);
    }
  }

  /// Something this machine did not let us do: a disk that is full, a process that would not start.
  public static final class Machine extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param line the one line a person reads
    public Machine(String line) {
      super(ExitCode.FAULT, line);
    }

    /// @param line the one line a person reads
    /// @param cause what the system said
    public Machine(String line, Throwable cause) {
      super(ExitCode.FAULT, line);
      initCause(cause);
    }
  }
}
