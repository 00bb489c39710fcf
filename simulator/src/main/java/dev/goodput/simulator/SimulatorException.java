package dev.goodput.simulator;

/// What can be wrong with what a user asked of the simulator. Each message is one clear line.
public abstract sealed class SimulatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String line;

  private SimulatorException(String message) {
    super(message);
    line = message;
  }

  /// One clear line.
  @Override
  public final String getMessage() {
    return line;
  }

  /// A GPU, model, precision or fault of that name is not known; the message names the nearest.
  public static final class UnknownName extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the name, the nearest known one, and all of them
    public UnknownName(String message) {
      super(message);
    }
  }

  /// The model, or one request of the longest allowed length, has no room on the GPUs asked for.
  public static final class DoesNotFit extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with what was needed, what there is, and what to do
    public DoesNotFit(String message) {
      super(message);
    }
  }

  /// An option, or the value of one, that makes no sense.
  public static final class BadOption extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the option, what was found and what was expected
    public BadOption(String message) {
      super(message);
    }
  }

  /// A log of a real engine that cannot be read, or tells of something that is not simulated.
  public static final class BadLog extends SimulatorException {
    private static final long serialVersionUID = 1L;

    /// @param message one line with the file, line and field, what was found and what was expected
    public BadLog(String message) {
      super(message);
    }
  }

  /// A request that the simulated server answers with an error, in OpenAI's shape.
  public static final class Refused extends SimulatorException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;
    private final String parameter;

    /// @param status HTTP status
    /// @param type OpenAI's error type, as vLLM spells it
    /// @param parameter the request field at fault, empty where there is none
    /// @param message one line
    public Refused(int status, String type, String parameter, String message) {
      super(message);
      this.status = status;
      this.type = type;
      this.parameter = parameter;
    }

    /// HTTP status.
    public int status() {
      return status;
    }

    /// OpenAI's error type.
    public String type() {
      return type;
    }

    /// The request field at fault, empty where there is none.
    public String parameter() {
      return parameter;
    }
  }
}
