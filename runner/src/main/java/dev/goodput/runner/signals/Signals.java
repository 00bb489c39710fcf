package dev.goodput.runner.signals;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Handlers for SIGINT, SIGTERM and SIGHUP.
///
/// A shutdown hook would receive the first signal only, and a second Ctrl-C must stop at once. The
/// JDK's own class, `sun.misc.Signal`, is supported at run time but cannot be compiled against, so
/// it is accessed by reflection.
public final class Signals {
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  /// Creates the handler for a signal, as an instance of the JDK's own type.
  private interface Handling {
    Object with(Class<?> handler) throws ReflectiveOperationException;
  }

  private Signals() {}

  /// Calls the listener, on a JVM thread, each time the signal arrives. The signal then no longer
  /// ends the process, unless this system does not support signal handlers.
  ///
  /// @param name `INT`, `TERM`, `HUP`
  public static void on(String name, Runnable listener) {
    var _ =
        handle(
            name,
            handler ->
                Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (self, method, arguments) -> answer(self, method, arguments, listener)));
  }

  /// Remembers the current handler of the signal, which may be the JVM's own.
  ///
  /// @return a task that restores this handler, whatever replaced it since
  public static Runnable keep(String name) {
    // The current handler is only returned when it is replaced.
    Object former = handle(name, handler -> handler.getField("SIG_DFL").get(null));
    if (former == null) {
      return () -> {};
    }
    Runnable back =
        () -> {
          var _ = handle(name, ignored -> former);
        };
    back.run();
    return back;
  }

  /// Sets a handler and returns the previous one; null if the signal cannot be handled here.
  private static @Nullable Object handle(String name, Handling handling) {
    try {
      Class<?> handler = Class.forName(HANDLER);
      Class<?> signal = Class.forName(SIGNAL);
      return signal
          .getMethod("handle", signal, handler)
          .invoke(
              null, signal.getConstructor(String.class).newInstance(name), handling.with(handler));
    } catch (ReflectiveOperationException | RuntimeException e) {
      // No such signal here (Windows), or -Xrs is set: Ctrl-C then ends the process.
      return null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
  private static Object answer(Object self, Method method, Object[] arguments, Runnable listener) {
    return switch (method.getName()) {
      case "handle" -> {
        listener.run();
        yield self;
      }
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "goodput signal handler";
    };
  }
}
