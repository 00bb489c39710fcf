package dev.goodput.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks Linux to run the calling thread as soon as it is due; no privilege is needed. Elsewhere,
/// and where the kernel knows nothing of it, nothing changes.
///
/// Two things. A wake-up is not put off by 50 µs to be bundled with others (`PR_SET_TIMERSLACK`,
/// prctl(2)). And the thread takes turns of 0.1 ms on its core, so that it is let in when it wakes
/// beside threads that take the usual 3 ms, the compiler's above all (`sched_runtime` of
/// sched_setattr(2) for the normal policy, Linux 6.12 and later).
final class PromptThread {
  private static final Logger LOG = LoggerFactory.getLogger(PromptThread.class);
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long SLACK_NANOS = 1_000;
  private static final long TURN_NANOS = 100_000;

  /// Bytes of the first version of `struct sched_attr`, and where its `sched_runtime` stands.
  private static final long ATTRIBUTES = 48;

  private static final long TURN_AT = 24;

  private PromptThread() {}

  /// Asks for the calling thread.
  static void ask() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return;
    }
    try {
      lessSlack();
      shortTurns();
    } catch (Throwable e) {
      // Wake-ups are then a little later: no reason to stop.
      LOG.debug("the kernel's defaults for this thread stay", e);
    }
  }

  private static void lessSlack() throws Throwable {
    FunctionDescriptor shape =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    int _ = (int) function("prctl", shape).invokeExact(PR_SET_TIMERSLACK, SLACK_NANOS);
  }

  /// Reads the thread's attributes and writes them back with another turn: its niceness stays.
  private static void shortTurns() throws Throwable {
    long set = setNumber(System.getProperty("os.arch", ""));
    if (set == 0) {
      return;
    }
    ValueLayout number = ValueLayout.JAVA_LONG;
    FunctionDescriptor shape =
        FunctionDescriptor.of(number, number, number, ValueLayout.ADDRESS, number, number);
    MethodHandle call = function("syscall", shape);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTES, Long.BYTES);
      long got = (long) call.invokeExact(set + 1, 0L, attributes, ATTRIBUTES, 0L);
      if (got == 0) {
        attributes.set(ValueLayout.JAVA_LONG, TURN_AT, TURN_NANOS);
        long _ = (long) call.invokeExact(set, 0L, attributes, 0L, 0L);
      }
    }
  }

  /// The number of sched_setattr, 0 where we do not know it; sched_getattr is the next.
  private static long setNumber(String architecture) {
    return switch (architecture) {
      case "amd64" -> 314;
      case "aarch64", "riscv64" -> 274;
      default -> 0;
    };
  }

  @SuppressWarnings("restricted") // Some numbers to the kernel, about the calling thread.
  private static MethodHandle function(String name, FunctionDescriptor shape) {
    Linker linker = Linker.nativeLinker();
    MemorySegment place = linker.defaultLookup().findOrThrow(name);
    return linker.downcallHandle(place, shape, Linker.Option.firstVariadicArg(1));
  }
}
