package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunEnvironmentTest {
  private static Manifest run(String version, String processor) {
    return Manifest.empty().with("goodput.version", version).with("host.cpu_model", processor);
  }

  @Test
  void reportsWhatElseDiffersBetweenRunsMeasuredSeparately() {
    List<Manifest> stored = List.of(run("1.0", "Z2"), run("1.0", "Z1"));
    assertThat(RunEnvironment.unlike(stored, List.of(run("1.1", "Z9"))))
        .hasValueSatisfying(note ->
            assertThat(note)
                .contains("goodput 1.1, and of the baseline 1.0")
                .contains("processor Z9, and of the baseline Z1 or Z2"));
  }

  @Test
  void omitsEqualAndUnknownValues() {
    List<Manifest> stored = List.of(run("1.0", "Z1"), run("1.0", "Z1"));
    Manifest pod = run("1.0", "Z1").with("host.name", "pod-7");
    assertThat(RunEnvironment.unlike(List.of(pod.with("host.name", "pod-1")), List.of(pod)))
        .isEmpty();
    assertThat(RunEnvironment.unlike(stored, List.of(run("1.0", "Z1")))).isEmpty();
    assertThat(RunEnvironment.unlike(stored, List.of(Manifest.empty()))).isEmpty();
  }
}
