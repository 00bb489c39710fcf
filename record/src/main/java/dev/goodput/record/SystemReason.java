package dev.goodput.record;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The reason why the system refused to read, write or connect, for a message to the user.
///
/// The messages of [FileSystemException]s are paths; that of a denied permission is only the path.
public final class SystemReason {
  private SystemReason() {}

  /// Returns the reason in one line, for a message that names no file.
  public static String of(IOException refusal) {
    return of(refusal, "");
  }

  /// Returns the reason in one line, for a message that names a file already: it is named here only
  /// if the system refused another one.
  public static String of(IOException refusal, Path named) {
    return of(refusal, named.toString());
  }

  private static String of(IOException refusal, String named) {
    return switch (refusal) {
      case AccessDeniedException ignored -> "permission denied";
      case NoSuchFileException missing ->
          "no such file" + (named.equals(missing.getFile()) ? "" : ": " + missing.getFile());
      case FileAlreadyExistsException there ->
          (named.equals(there.getFile()) ? "a file of that name" : there.getFile())
              + " is in the way";
      case FileSystemException other when other.getReason() != null -> line(other.getReason());
      case ConnectException silent when silent.getMessage() == null -> unconnected(silent);
      default -> message(refusal);
    };
  }

  /// Returns what the JDK's HTTP client leaves to the causes of its exception.
  private static String unconnected(ConnectException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
    }
    return "nothing listens there";
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
