package dev.goodput.gateway.plan;

/// Whether an upstream is asked again; each attempt is counted apart.
///
/// @param attempts in all, the first included; 1 asks once
/// @param onConnect again where no connection could be made
/// @param on503 again where it answered 503
public record Retries(int attempts, boolean onConnect, boolean on503) {
  /// Ask once.
  public static final Retries NONE = new Retries(1, false, false);

  private static final int MOST = 10;

  /// @throws PlanException for a number out of range, or attempts that nothing asks for
  public Retries {
    if (attempts < 1 || attempts > MOST) {
      throw new PlanException(
          "attempts", "must be from 1 (ask once) to " + MOST + ", found " + attempts);
    }
    if (attempts > 1 && !onConnect && !on503) {
      throw new PlanException("on", "must name when to ask again: connect, 503");
    }
  }
}
