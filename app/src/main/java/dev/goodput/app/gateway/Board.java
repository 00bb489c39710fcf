package dev.goodput.app.gateway;

import dev.goodput.gateway.admin.AdminSources.Readiness;
import java.util.ArrayList;
import java.util.List;

/// Where the gateway's standing is left for other threads to read.
final class Board {
  private volatile Standing standing;

  Board(Standing standing) {
    this.standing = standing;
  }

  Standing standing() {
    return standing;
  }

  void set(Standing now) {
    standing = now;
  }

  /// What the probe says. A newer configuration that was refused leaves the gateway ready: it goes
  /// on by the one before, and were it not, one slip would take every replica out at once.
  Readiness readiness() {
    Standing now = standing;
    return switch (now.phase()) {
      case STARTING -> new Readiness(false, "not ready: not listening yet");
      case DRAINING -> new Readiness(false, "not ready: draining");
      case SERVING -> new Readiness(true, String.join("\n", sentences("ready", now)));
    };
  }

  /// What is not as it should be, a sentence each.
  List<String> troubles() {
    List<String> all = sentences("", standing);
    return all.subList(1, all.size());
  }

  private static List<String> sentences(String first, Standing now) {
    List<String> all = new ArrayList<>(List.of(first));
    if (!now.trouble().isEmpty()) {
      all.add("the configuration was refused, the one before stays in force: " + now.trouble());
    }
    if (!now.restart().isEmpty()) {
      all.add("the configuration has changed where it takes a restart: " + now.restart());
    }
    return all;
  }
}
