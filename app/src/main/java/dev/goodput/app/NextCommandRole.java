package dev.goodput.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Declares how an option is carried over to the commands suggested after a run. Every option has
/// it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface NextCommandRole {
  /// Returns which suggested commands take the option.
  Into value();

  /// Returns whether the option may be combined with `--resume`.
  boolean onResume() default false;

  /// Which suggested commands take the option.
  enum Into {
    /// For the server, the workload or the requests: the same command and other measurement
    /// commands.
    ANY,
    /// For the load, the verdict and similar: only a repeat of the same command.
    REPEAT,
    /// Like `ANY`, but an environment variable replaces the value, which is never printed.
    SECRET,
    /// For output and switches of one process: no suggested command.
    NONE
  }
}
