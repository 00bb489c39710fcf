package dev.goodput.record;

import java.io.IOException;
import java.nio.file.Path;

/// An error with a run directory. The message is one line for the user: what, where, what was
/// found, what to do.
public abstract sealed class RecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private RecordException(String message) {
    super(message);
  }

  private RecordException(String message, IOException cause) {
    super(message, cause);
  }

  /// A new run directory was requested at a place that is not empty.
  public static final class Exists extends RecordException {
    private static final long serialVersionUID = 1;

    Exists(Path path, String found) {
      super(
          "cannot start a run at "
              + path
              + ": it "
              + found
              + "; choose another directory or remove this one");
    }
  }

  /// A run cannot be continued.
  public static final class Closed extends RecordException {
    private static final long serialVersionUID = 1;

    Closed(Path log, String found) {
      super("cannot go on with " + log + ": it " + found);
    }
  }

  /// The path is not a run directory, or nothing is there.
  public static final class NotARun extends RecordException {
    private static final long serialVersionUID = 1;

    NotARun(Path path, String found) {
      super("no run at " + path + ": " + found + "; expected a directory that a run wrote");
    }
  }

  /// A newer version of Goodput wrote this.
  public static final class NewerVersion extends RecordException {
    private static final long serialVersionUID = 1;

    NewerVersion(Path file, long found, int known) {
      super(
          file
              + " has format version "
              + found
              + ", this Goodput reads up to "
              + known
              + "; use the Goodput that wrote it, or a newer one");
    }
  }

  /// A file of the run directory has content that Goodput never writes.
  public static final class Damaged extends RecordException {
    private static final long serialVersionUID = 1;

    Damaged(String where, String found) {
      super(where + " is damaged: " + found + "; nothing of it can be trusted from there on");
    }
  }

  /// The manifest lacks a value or has one of another kind.
  public static final class BadValue extends RecordException {
    private static final long serialVersionUID = 1;

    /// A manifest's value is not usable.
    ///
    /// @param key the value's key
    /// @param found the value found
    /// @param expected the value expected
    public BadValue(String key, String found, String expected) {
      super("manifest: " + key + " is " + found + ", expected " + expected);
    }
  }

  /// An entry is larger than the log can hold.
  public static final class TooLarge extends RecordException {
    private static final long serialVersionUID = 1;

    TooLarge(Path file, long bytes, int limit) {
      super(
          "cannot write an entry of "
              + bytes
              + " bytes to "
              + file
              + ": the limit is "
              + limit
              + "; this entry is dropped");
    }
  }

  /// The system refused to write: disk full, no permission, a device error.
  public static final class WriteFailed extends RecordException {
    private static final long serialVersionUID = 1;

    /// A refused write.
    public WriteFailed(Path file, IOException cause) {
      this(file, "", cause);
    }

    private WriteFailed(Path file, String kept, IOException cause) {
      super(
          "cannot write "
              + file
              + ": "
              + SystemReason.of(cause, file)
              + "; "
              + kept
              + remedy(cause),
          cause);
    }

    private static String remedy(IOException cause) {
      String reason = String.valueOf(cause.getMessage());
      boolean full = reason.contains("No space left") || reason.contains("quota exceeded");
      return (full ? "free space or " : "") + "choose another place";
    }

    /// Returns the same error for a log that already has content.
    static WriteFailed further(Path log, IOException cause) {
      return new WriteFailed(log, "what was written before is kept, ", cause);
    }
  }

  /// The system refused to read.
  public static final class ReadFailed extends RecordException {
    private static final long serialVersionUID = 1;

    /// A refused read, or content that cannot be read.
    public ReadFailed(Path file, IOException cause) {
      super("cannot read " + file + ": " + SystemReason.of(cause, file), cause);
    }
  }
}
