package dev.goodput.gateway.plan;

/// A setting that cannot work. The message is one line: the key, what is allowed, what was found.
public final class PlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String problem;

  /// @param key as `gateway.yaml` has it, below the object it was found in, for example `url`
  /// @param problem what is allowed and what was found, to stand behind the key
  public PlanException(String key, String problem) {
    super(key + " " + problem);
    this.key = key;
    this.problem = problem;
  }

  /// The key at fault, dotted, below the object it was found in.
  public String key() {
    return key;
  }

  /// What is wrong with it.
  public String problem() {
    return problem;
  }
}
