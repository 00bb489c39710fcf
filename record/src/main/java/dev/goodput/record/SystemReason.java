package dev.goodput.record;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why the system refused to read or write, in words for a user's line.
///
/// The messages of [FileSystemException]s are paths; that of a refused permission is the path and
/// nothing else.
public final class SystemReason {
  private SystemReason() {}

  /// The reason in one line, without the path where the exception keeps it apart.
  public static String of(IOException refusal) {
    return switch (refusal) {
      case AccessDeniedException ignored -> "permission denied";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is in the way";
      case FileSystemException other when other.getReason() != null -> line(other.getReason());
      default -> message(refusal);
    };
  }

  private static String message(IOException refusal) {
    String message = refusal.getMessage();
    String first = message == null ? "" : line(message);
    return first.isBlank() ? refusal.getClass().getSimpleName() : first;
  }

  private static String line(String text) {
    return text.lines().findFirst().orElse("");
  }
}
