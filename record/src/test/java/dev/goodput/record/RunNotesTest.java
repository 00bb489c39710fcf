package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunNotesTest {
  @Test
  void keepsTheOrderAndEarlierNotes() {
    Manifest manifest = RunNotes.keep(Manifest.empty(), List.of("one", "two"));

    assertThat(RunNotes.of(RunNotes.keep(manifest, List.of("three"))))
        .containsExactly("one", "two", "three");
  }

  @Test
  void hasNoneIfNoneWereStored() {
    assertThat(RunNotes.of(RunNotes.keep(Manifest.empty(), List.of()))).isEmpty();
  }
}
