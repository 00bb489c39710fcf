package dev.goodput.observe;

import org.jspecify.annotations.Nullable;

/// A failure to read or write a file of scrapes. The message is one line for the user.
public final class MetricsFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MetricsFileException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
