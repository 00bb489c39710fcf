package dev.goodput.gateway.plan;

/// An invalid setting. The message is one line: the key, what is allowed, what was found.
public final class PlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String problem;

  /// @param key the key as in `gateway.yaml`, relative to the object it was found in, for example
  ///   `url`
  /// @param problem what is allowed and what was found, as a phrase that follows the key
  public PlanException(String key, String problem) {
    super(key + " " + problem);
    this.key = key;
    this.problem = problem;
  }

  /// Returns the key at fault, dotted, relative to the object it was found in.
  public String key() {
    return key;
  }

  /// Returns the problem, as a phrase that follows the key.
  public String problem() {
    return problem;
  }
}
