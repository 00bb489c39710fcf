package dev.goodput.load;

/// An exception for a level of load that cannot be carried out; the message is one clear line.
public abstract sealed class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private LoadException(String message) {
    super(message);
  }

  /// The arrivals need recorded times, and the workload has none.
  public static final class Untimed extends LoadException {
    private static final long serialVersionUID = 1L;

    Untimed() {
      super(
          "--arrivals trace needs a workload with recorded times, and this one has none. Use"
              + " --rate or --concurrency");
    }
  }

  /// The level has no limit and would never end.
  public static final class Endless extends LoadException {
    private static final long serialVersionUID = 1L;

    Endless() {
      super(
          "a level with neither --requests nor --duration would never end. Name at least one of"
              + " them");
    }
  }

  /// The thread was interrupted while the level ran.
  public static final class Interrupted extends LoadException {
    private static final long serialVersionUID = 1L;

    Interrupted() {
      super("interrupted while load was running");
    }
  }
}
