package dev.goodput.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The differences between runs that were measured apart, other than their servers. The name of the
/// client's host is not compared: each container has another.
public final class RunEnvironment {
  private static final List<Fact> FACTS =
      List.of(
          new Fact("goodput.version", "goodput"),
          new Fact("host.cpu_model", "processor"),
          new Fact("host.cpus", "processors"),
          new Fact("host.java", "Java"));

  private RunEnvironment() {}

  /// A key of manifests and its name in sentences.
  private record Fact(String key, String words) {
    /// Returns its values in the manifests that have it, sorted.
    private String of(List<Manifest> runs) {
      return runs.stream()
          .flatMap(run -> run.text(key).stream())
          .distinct()
          .sorted()
          .collect(Collectors.joining(" or "));
    }
  }

  /// Returns a sentence about what differs between two sides; empty if no recorded fact does.
  public static Optional<String> unlike(List<Manifest> a, List<Manifest> b) {
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
