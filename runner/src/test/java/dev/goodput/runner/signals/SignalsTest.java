package dev.goodput.runner.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
final class SignalsTest {
  private final List<String> received = new ArrayList<>();

  // The system does nothing about URG by itself.
  @Test
  void handlesASignalUntilTheEarlierHandlerIsRestored() throws Exception {
    Runnable system = Signals.keep("URG");
    Signals.on("URG", () -> received.add("first"));
    Runnable first = Signals.keep("URG");
    OwnSignals.raise("URG");
    assertThat(received).containsExactly("first");
    Signals.on("URG", () -> received.add("second"));
    OwnSignals.raise("URG");
    first.run();
    OwnSignals.raise("URG");
    assertThat(received).containsExactly("first", "second", "first");
    system.run();
    OwnSignals.raise("URG");
    assertThat(received).hasSize(3);
  }
}
