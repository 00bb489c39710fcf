package dev.goodput.app;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Hears SIGINT, SIGTERM and SIGHUP.
///
/// A shutdown hook would hear the first signal only, and a second Ctrl-C must stop at once. The
/// JDK's own class for it, `sun.misc.Signal`, is supported but not for compiling against, hence by
/// name.
public final class Signals {
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  /// Who is to hear a signal, of the JDK's own type.
  private interface Handling {
    Object with(Class<?> handler) throws ReflectiveOperationException;
  }

  private Signals() {}

  /// Calls the listener, on a thread of the JVM, each time the signal arrives; the process does not
  /// end by itself any more. Where this system cannot do that, it still does.
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

  /// Remembers who hears the signal now, the JVM itself among them.
  ///
  /// @return has them hear it again, whoever took it since
  public static Runnable keep(String name) {
    // Who hears a signal is only told to whoever takes it.
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

  /// Who heard the signal before; null where it cannot be heard here.
  private static @Nullable Object handle(String name, Handling handling) {
    try {
      Class<?> handler = Class.forName(HANDLER);
      Class<?> signal = Class.forName(SIGNAL);
      return signal
          .getMethod("handle", signal, handler)
          .invoke(
              null, signal.getConstructor(String.class).newInstance(name), handling.with(handler));
    } catch (ReflectiveOperationException | RuntimeException e) {
      // No such signal here (Windows), or it was taken by -Xrs: Ctrl-C then ends the process.
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
