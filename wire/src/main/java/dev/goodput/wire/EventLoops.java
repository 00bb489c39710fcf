package dev.goodput.wire;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A fixed set of event loops. Each socket, schedule and parser belongs to one of them.
public final class EventLoops implements AutoCloseable {
  private final Transport transport;
  private final EventLoopGroup group;
  private final List<NettyLoop> loops;

  private EventLoops(Transport transport, EventLoopGroup group) {
    this.transport = transport;
    this.group = group;
    List<NettyLoop> made = new ArrayList<>();
    for (EventExecutor each : group) {
      made.add(new NettyLoop((EventLoop) each, transport));
    }
    this.loops = List.copyOf(made);
    loops.forEach(each -> each.execute(LowLatencyThread::ask));
  }

  /// Starts `count` loops on the preferred transport.
  public static EventLoops start(int count) {
    return start(count, Transport.preferred());
  }

  /// Starts `count` loops on a transport.
  public static EventLoops start(int count, Transport transport) {
    if (count < 1) {
      throw new IllegalArgumentException("loops must be at least 1, found " + count);
    }
    var threads = new DefaultThreadFactory("goodput-loop", true);
    return new EventLoops(
        transport, new MultiThreadIoEventLoopGroup(count, threads, transport.handlers()));
  }

  /// Returns the loops; always the same list.
  public List<Loop> loops() {
    return List.copyOf(loops);
  }

  /// Returns the name of the transport: `epoll`, `io_uring` or `nio`.
  public String transport() {
    return transport.key();
  }

  /// Returns the factory of sockets. For this module and `relay`.
  public Transport sockets() {
    return transport;
  }

  /// Returns Netty's group of event loops. For this module and `relay`.
  public EventLoopGroup group() {
    return group;
  }

  /// Returns the loop that wraps one of the group's event loops. For this module and `relay`.
  public Loop of(EventLoop netty) {
    for (NettyLoop each : loops) {
      if (each.netty().equals(netty)) {
        return each;
      }
    }
    throw new IllegalArgumentException("not one of these loops: " + netty);
  }

  /// Stops the loops. Returns when they have stopped, or after five seconds.
  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  /// Linux scheduling settings that make the calling thread run as soon as it wakes. No privilege
  /// is needed. On other systems, and with kernels that do not support them, nothing changes.
  ///
  /// There are two settings. A wake-up is not delayed by 50 µs to be batched with others
  /// (`PR_SET_TIMERSLACK`, prctl(2)). And the thread gets time slices of 0.1 ms, so that it is
  /// scheduled soon after it wakes among threads with the usual 3 ms, such as the compiler's
  /// (`sched_runtime` of sched_setattr(2) for the normal policy, Linux 6.12 and later).
  private static final class LowLatencyThread {
    private static final Logger LOG = LoggerFactory.getLogger(LowLatencyThread.class);
    private static final int PR_SET_TIMERSLACK = 29;
    private static final long SLACK_NANOS = 1_000;
    private static final long TURN_NANOS = 100_000;

    /// The size of the first version of `struct sched_attr`, and the offset of its `sched_runtime`.
    private static final long ATTRIBUTES = 48;

    private static final long TURN_AT = 24;

    private LowLatencyThread() {}

    /// Applies the settings to the calling thread.
    static void ask() {
      if (!System.getProperty("os.name", "").equals("Linux")) {
        return;
      }
      try {
        reduceTimerSlack();
        shortenTimeSlices();
      } catch (Throwable e) {
        // Wake-ups are then slightly later, which is no reason to stop.
        LOG.debug("the kernel's defaults for this thread stay", e);
      }
    }

    private static void reduceTimerSlack() throws Throwable {
      FunctionDescriptor shape =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
      int _ = (int) function("prctl", shape).invokeExact(PR_SET_TIMERSLACK, SLACK_NANOS);
    }

    /// Reads the thread's attributes and writes them back with another time slice, which keeps its
    /// nice value.
    private static void shortenTimeSlices() throws Throwable {
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

    /// Returns the number of sched_setattr, 0 if unknown; sched_getattr is the next number.
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
}
