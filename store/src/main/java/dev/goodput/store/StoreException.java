package dev.goodput.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// An error with the tables of stored runs. The message is for the user: what, where, what to do.
public abstract sealed class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private StoreException(String line, @Nullable Throwable cause) {
    super(line, cause);
  }

  /// The query is wrong: its text, a name in it, or what it computes.
  public static final class BadQuery extends StoreException {
    private static final long serialVersionUID = 1;

    BadQuery(String reason) {
      super("query: " + reason, null);
    }
  }

  /// The cache of a root cannot be read or written, and rebuilding it did not help.
  public static final class CacheFailed extends StoreException {
    private static final long serialVersionUID = 1;

    CacheFailed(Path file, Exception cause) {
      super("cannot use the cache %s: %s".formatted(file, reason(cause)), cause);
    }
  }

  /// An exported file cannot be written.
  public static final class ExportFailed extends StoreException {
    private static final long serialVersionUID = 1;

    ExportFailed(Path file, Exception cause) {
      super("cannot write %s: %s".formatted(file, reason(cause)), cause);
    }
  }

  /// Returns the first line of an error of the database, without the pointer to the place in the
  /// query, or the message of another error.
  static String reason(Exception error) {
    String text = String.valueOf(error.getMessage());
    int place = text.indexOf("\n\nLINE ");
    return (place < 0 ? text : text.substring(0, place)).strip();
  }
}
