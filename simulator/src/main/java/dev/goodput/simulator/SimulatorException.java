package dev.goodput.simulator;

/// A mistake in what the user requested from the simulator. Each message is one clear line.
public abstract sealed class SimulatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String line;

  private SimulatorException(String message) {
    super(message);
    line = message;
  }

  @Override
  public final String getMessage() {
    return line;
  }

  /// An unknown name of a GPU, model, precision or fault; the message suggests the nearest name.
  public static final class UnknownName extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the name, the nearest known name, and all known names
    public UnknownName(String message) {
      super(message);
    }
  }

  /// The model, or one request of the longest allowed length, does not fit on the chosen GPUs.
  public static final class DoesNotFit extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with what is needed, what is available, and what to do
    public DoesNotFit(String message) {
      super(message);
    }
  }

  /// An invalid option, or an invalid value of one.
  public static final class BadOption extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the option, what was found and what was expected
    public BadOption(String message) {
      super(message);
    }
  }

  /// A log of a real engine that cannot be read, or describes something that is not simulated.
  public static final class BadLog extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the file, line and field, what was found and what was expected
    public BadLog(String message) {
      super(message);
    }
  }

  /// A request that the simulated server rejects with an error in OpenAI's format.
  public static final class Refused extends SimulatorException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;
    private final String parameter;

    /// @param status HTTP status
    /// @param type OpenAI's error type, as vLLM spells it
    /// @param parameter the invalid request field, empty if there is none
    /// @param message one line
    public Refused(int status, String type, String parameter, String message) {
      super(message);
      this.status = status;
      this.type = type;
      this.parameter = parameter;
    }

    /// Returns the HTTP status.
    public int status() {
      return status;
    }

    /// Returns OpenAI's error type.
    public String type() {
      return type;
    }

    /// Returns the invalid request field; empty if there is none.
    public String parameter() {
      return parameter;
    }
  }
}
