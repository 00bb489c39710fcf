package dev.goodput.workload.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// A user's file, plain or gzipped.
///
/// @param path the path as the user typed it
public record TextFile(Path path) {
  private static final int BUFFER = 1 << 16;

  /// Requires an existing, readable, regular file.
  ///
  /// @throws WorkloadException.Unreadable with the reason
  public TextFile {
    if (Files.isDirectory(path)) {
      throw unreadable(path, "is a directory; give a file (.jsonl, .json or .csv)");
    }
    if (!Files.exists(path)) {
      throw unreadable(path, "does not exist");
    }
    if (!Files.isRegularFile(path)) {
      throw unreadable(
          path, "is a pipe or a device, and is read more than once; save it to a file");
    }
    if (!Files.isReadable(path)) {
      throw unreadable(path, "may not be read by this user");
    }
  }

  private static WorkloadException unreadable(Path path, String problem) {
    return new WorkloadException.Unreadable("workload file " + path + " " + problem);
  }

  /// Opens the content, unpacked if it is gzipped.
  public InputStream open() throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER);
    try {
      in.mark(2);
      boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
      in.reset();
      return gzip ? new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /// Returns the first byte that is neither blank nor part of a byte order mark, -1 if there is
  /// none.
  public int firstByte() throws IOException {
    try (InputStream in = open()) {
      for (int octet = in.read(); octet >= 0; octet = in.read()) {
        boolean mark = octet == 0xef || octet == 0xbb || octet == 0xbf;
        if (!mark && !Character.isWhitespace(octet)) {
          return octet;
        }
      }
      return -1;
    }
  }

  /// Returns the exception for a failed read, with the reason in words.
  public WorkloadException failed(IOException cause) {
    String problem =
        cause instanceof AccessDeniedException
            ? "may not be read by this user"
            : "cannot be read: " + cause.getMessage();
    return new WorkloadException.Unreadable("workload file " + path + " " + problem, cause);
  }

  /// Returns the exception for a file without requests.
  public WorkloadException empty() {
    return empty("it holds no request");
  }

  /// Returns the exception for a file without requests, with a reason.
  public WorkloadException empty(String why) {
    return unreadable(path, "is empty: " + why);
  }

  /// Returns the exception for a malformed line.
  public WorkloadException malformed(long line, String problem) {
    return new WorkloadException.Malformed(path, line, problem);
  }
}
