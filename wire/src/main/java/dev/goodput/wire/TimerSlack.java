package dev.goodput.wire;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks Linux to wake the calling thread on time: by default a wake-up may be put off by 50 µs to
/// be bundled with others (`PR_SET_TIMERSLACK`, prctl(2)). Elsewhere it does nothing.
final class TimerSlack {
  private static final Logger LOG = LoggerFactory.getLogger(TimerSlack.class);
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long SLACK_NANOS = 1_000;

  private TimerSlack() {}

  @SuppressWarnings("restricted") // One number to the kernel, about the calling thread.
  static void reduce() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return;
    }
    try {
      Linker linker = Linker.nativeLinker();
      Optional<MemorySegment> prctl = linker.defaultLookup().find("prctl");
      if (prctl.isPresent()) {
        FunctionDescriptor shape =
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
        MethodHandle call =
            linker.downcallHandle(prctl.get(), shape, Linker.Option.firstVariadicArg(1));
        int _ = (int) call.invokeExact(PR_SET_TIMERSLACK, SLACK_NANOS);
      }
    } catch (Throwable e) {
      // Timers are then up to 50 µs later: no reason to stop.
      LOG.debug("timer slack stays as it is", e);
    }
  }
}
