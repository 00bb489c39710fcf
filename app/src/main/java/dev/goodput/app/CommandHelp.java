package dev.goodput.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Declares which options of a command its help shows. Without it, `--help` shows all of them.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CommandHelp {
  /// Returns the names of the options that `--help` shows, in this order; `--help-all` shows the
  /// others as well. Empty for all options.
  String[] common() default {};

  /// Returns the names of options of shared groups that the command refuses, so that no help shows
  /// them.
  String[] refused() default {};
}
