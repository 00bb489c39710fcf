package dev.goodput.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runner.signals.Signals;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
final class RehearseCommandTest {
  @Test
  void aRehearsalRestoresTheSignalHandlers() throws Exception {
    List<String> names = List.of("INT", "TERM", "HUP");
    List<Runnable> jvm = names.stream().map(Signals::keep).toList();
    names.forEach(name -> Signals.on(name, () -> {}));
    List<Object> before = hearing(names);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    RehearseCommand.play(new String[] {"bench", "--slo", "none such"}, nowhere);
    List<Object> after = hearing(names);
    jvm.forEach(Runnable::run);
    assertThat(after).isEqualTo(before);
  }

  /// The consumer of each signal.
  private static List<Object> hearing(List<String> names) throws Exception {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object system = handler.getField("SIG_DFL").get(null);
    List<Object> hearing = new ArrayList<>();
    for (String name : names) {
      Object named = signal.getConstructor(String.class).newInstance(name);
      Object now = signal.getMethod("handle", signal, handler).invoke(null, named, system);
      signal.getMethod("handle", signal, handler).invoke(null, named, now);
      hearing.add(now);
    }
    return hearing;
  }
}
