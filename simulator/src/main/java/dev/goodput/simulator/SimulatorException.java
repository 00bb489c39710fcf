package dev.goodput.simulator;

/// What can be wrong with what a user asked of the simulator. Each message is one clear line.
public abstract sealed class SimulatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private SimulatorException(String message) {
    super(message);
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
}
