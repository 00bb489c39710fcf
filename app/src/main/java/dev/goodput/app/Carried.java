package dev.goodput.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/// Where an option goes when a command is suggested after a run. Every option declares it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Carried {
  /// Where it goes.
  Into value();

  /// The suggested commands that take the option.
  enum Into {
    /// The server, the workload or the requests: the same command and others that measure.
    ANY,
    /// The load, the verdict and the like: a repeat of the same command.
    REPEAT,
    /// As `ANY`, but an environment variable stands in for the value, which is never printed.
    SECRET,
    /// Output and switches of one process: none.
    NONE;

    /// Reads the declaration of an option; empty where it has none.
    public static Optional<Into> of(OptionSpec option) {
      return option.userObject() instanceof AnnotatedElement element
          ? Optional.ofNullable(element.getAnnotation(Carried.class)).map(Carried::value)
          : Optional.empty();
    }
  }
}
