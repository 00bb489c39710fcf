package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
  private static Manifest run(String version, String host) {
    return Manifest.empty().with("goodput.version", version).with("host.name", host);
  }

  @Test
  void saysWhatElseDiffersBetweenRunsThatWereMeasuredApart() {
    List<Manifest> stored = List.of(run("1.0", "ci-2"), run("1.0", "ci-1"));
    assertThat(Surroundings.unlike(stored, List.of(run("1.1", "ci-7"))))
        .hasValueSatisfying(note ->
            assertThat(note)
                .contains("goodput 1.1, and of the baseline 1.0")
                .contains("host ci-7, and of the baseline ci-1 or ci-2"));
  }

  @Test
  void saysNothingOfWhatIsAlikeOrWasNotKept() {
    List<Manifest> stored = List.of(run("1.0", "ci-1"), run("1.0", "ci-1"));
    assertThat(Surroundings.unlike(stored, List.of(run("1.0", "ci-1")))).isEmpty();
    assertThat(Surroundings.unlike(stored, List.of(Manifest.empty()))).isEmpty();
  }
}
