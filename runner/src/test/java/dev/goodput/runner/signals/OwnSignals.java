package dev.goodput.runner.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Signals of this process to itself.
public final class OwnSignals {
  private OwnSignals() {}

  /// Returns when the signal was handled; the process ends here if the system handles it.
  public static void raise(String name) throws Exception {
    CountDownLatch behind = new CountDownLatch(1);
    // Of a higher number than any that ends a process, so the JVM hands it on behind them.
    Signals.on("WINCH", behind::countDown);
    send(name);
    send("WINCH");
    assertThat(behind.await(30, TimeUnit.SECONDS)).isTrue();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("SIG" + name + " handler")) {
        thread.join();
      }
    }
  }

  private static void send(String name) throws Exception {
    String self = Long.toString(ProcessHandle.current().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, self).start().waitFor()).isZero();
  }
}
