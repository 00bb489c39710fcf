package dev.goodput.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Where an option goes after the run that it was typed for. Every option declares it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface NextCommandRole {
  /// Where it goes when a command is suggested after the run.
  Into value();

  /// Whether it may be given together with `--resume`.
  boolean onResume() default false;

  /// The suggested commands that take the option.
  enum Into {
    /// The server, the workload or the requests: the same command and others that measure.
    ANY,
    /// The load, the verdict and the like: a repeat of the same command.
    REPEAT,
    /// As `ANY`, but an environment variable stands in for the value, which is never printed.
    SECRET,
    /// Output and switches of one process: none.
    NONE
  }
}
