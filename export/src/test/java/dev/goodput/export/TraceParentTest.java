package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceParentTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";

  @Test
  void readsIdsAndWhetherTheTraceIsRecorded() {
    assertThat(TraceParent.parse("00-" + TRACE + "-" + SPAN + "-01"))
        .contains(new TraceParent(TRACE, SPAN, true));
    assertThat(TraceParent.parse("00-" + TRACE + "-" + SPAN + "-02"))
        .contains(new TraceParent(TRACE, SPAN, false));
  }

  @Test
  void readsALaterVersionAsFarAsItIsKnown() {
    assertThat(TraceParent.parse("cc-" + TRACE + "-" + SPAN + "-01-what-the-future-has"))
        .contains(new TraceParent(TRACE, SPAN, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x"
      })
  void ignoresInvalidHeaders(String header) {
    assertThat(TraceParent.parse(header)).isEmpty();
  }

  @Test
  void ignoresAHeaderThatIsNotThere() {
    assertThat(TraceParent.parse(null)).isEmpty();
  }

  @Test
  void rejectsZeroIds() {
    assertThatThrownBy(() -> new TraceParent("0".repeat(32), SPAN, true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
