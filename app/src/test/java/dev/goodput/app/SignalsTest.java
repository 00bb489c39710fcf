package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SignalsTest {
  private final List<String> heard = new ArrayList<>();

  // The system does nothing about URG by itself.
  @Test
  void hearsASignalUntilItIsHandedBack() throws Exception {
    Signals.on("URG", () -> heard.add("URG"));
    OwnSignals.raise("URG");
    assertThat(heard).containsExactly("URG");
    Signals.handBack("URG");
    OwnSignals.raise("URG");
    assertThat(heard).containsExactly("URG");
  }

  @Test
  void aRehearsalHandsBackWhatEndsTheProcess() throws Exception {
    Signals.on("TERM", () -> heard.add("TERM"));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    RehearseCommand.play(new String[] {"--version"}, nowhere);
    assertThat(ending()).isZero();
    assertThat(heard).isEmpty();
  }

  /// How many of the signals that the process ends by somebody hears in its place.
  private static long ending() throws Exception {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object system = handler.getField("SIG_DFL").get(null);
    long taken = 0;
    for (String name : List.of("INT", "TERM")) {
      Object named = signal.getConstructor(String.class).newInstance(name);
      Object before = signal.getMethod("handle", signal, handler).invoke(null, named, system);
      taken += before.equals(system) ? 0 : 1;
    }
    return taken;
  }
}
