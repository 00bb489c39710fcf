package dev.goodput.runner;

/// An error that a command raises on purpose: one clear line and the exit code of the process.
public abstract sealed class AppException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exit;

  private AppException(ExitCode exit, String line) {
    super(line);
    this.exit = exit;
  }

  /// Returns the exit code of the process.
  public ExitCode exit() {
    return exit;
  }

  /// A mistake on the command line or in a named file. The line states what, where, what was
  /// expected and what to do.
  public static final class Usage extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param line the one line a person reads
    public Usage(String line) {
      super(ExitCode.USAGE, line);
    }
  }

  /// An output file that cannot be written. The line states which, why and what to do.
  public static final class BadFile extends AppException {
    private static final long serialVersionUID = 1L;

    private final String option;

    /// @param option the option that names the file
    /// @param line the one line a person reads
    public BadFile(String option, String line) {
      super(ExitCode.USAGE, line);
      this.option = option;
    }

    /// Returns the option that names the file.
    public String option() {
      return option;
    }
  }

  /// A command that was interrupted before the load started, so there is no result.
  public static final class Interrupted extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param exit the code of the signal
    public Interrupted(ExitCode exit) {
      this(exit, "interrupted before the load started; nothing was measured");
    }

    /// @param exit the code of the signal
    /// @param line a line saying when it was interrupted
    public Interrupted(ExitCode exit, String line) {
      super(exit, line);
    }
  }

  /// A target that answered no request, so there is no result.
  public static final class NoAnswer extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param exit the exit code of a run that failed in this way
    /// @param line a line naming the target and the reason
    public NoAnswer(ExitCode exit, String line) {
      super(exit, line);
    }
  }

  /// A failure of the local machine: a full disk, a process that would not start.
  public static final class Machine extends AppException {
    private static final long serialVersionUID = 1L;

    /// @param line the one line a person reads
    public Machine(String line) {
      super(ExitCode.FAULT, line);
    }

    /// @param line the one line a person reads
    /// @param cause the error that the system reported
    public Machine(String line, Throwable cause) {
      super(ExitCode.FAULT, line);
      initCause(cause);
    }
  }
}
