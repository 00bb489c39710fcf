package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunNotesTest {
  @Test
  void keepsTheOrderAndWhatWasThere() {
    Manifest manifest = RunNotes.keep(Manifest.empty(), List.of("one", "two"));

    assertThat(RunNotes.of(RunNotes.keep(manifest, List.of("three"))))
        .containsExactly("one", "two", "three");
  }

  @Test
  void hasNoneWhereNoneWasKept() {
    assertThat(RunNotes.of(RunNotes.keep(Manifest.empty(), List.of()))).isEmpty();
  }
}
