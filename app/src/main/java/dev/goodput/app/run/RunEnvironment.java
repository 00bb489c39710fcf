package dev.goodput.app.run;

import dev.goodput.record.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What runs that were measured apart do not have in common beside their servers. The name of the
/// client's host tells nothing: each container has another.
final class RunEnvironment {
  private static final List<Fact> FACTS =
      List.of(
          new Fact("goodput.version", "goodput"),
          new Fact("host.cpu_model", "processor"),
          new Fact("host.cpus", "processors"),
          new Fact("host.java", "Java"));

  private RunEnvironment() {}

  /// A key of manifests, and what it is in words.
  private record Fact(String key, String words) {
    /// Its values in the manifests that have it, in their order.
    private String of(List<Manifest> runs) {
      return runs.stream()
          .flatMap(run -> run.text(key).stream())
          .distinct()
          .sorted()
          .collect(Collectors.joining(" or "));
    }
  }

  /// A sentence of what differs between two sides; empty where nothing does that they tell of.
  static Optional<String> unlike(List<Manifest> a, List<Manifest> b) {
    List<String> unlike = new ArrayList<>();
    for (Fact fact : FACTS) {
      String one = fact.of(a);
      String other = fact.of(b);
      if (!one.isEmpty() && !other.isEmpty() && !one.equals(other)) {
        unlike.add("%s %s, and of the baseline %s".formatted(fact.words, other, one));
      }
    }
    return unlike.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not the server alone differs, and all of it is in what is found: "
                + String.join("; ", unlike));
  }
}
