package dev.goodput.runner.fleet;

import java.util.Map;

/// The secret that coordinator and workers share. It is never sent: workers prove that they know
/// it.
public final class FleetSecret {
  /// The environment variable that holds it.
  public static final String VARIABLE = "GOODPUT_FLEET_SECRET";

  private FleetSecret() {}

  /// Returns the secret in the environment; empty if none is set.
  public static String of(Map<String, String> environment) {
    return environment.getOrDefault(VARIABLE, "");
  }

  /// Returns a secret for the workers of this machine.
  public static String random() {
    return Protocol.random();
  }
}
