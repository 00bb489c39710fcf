package dev.goodput.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.LongSupplier;

/// The unread bytes in this host's sockets to one port, as reported by Linux in `/proc/net/tcp`.
///
/// @param tables the kernel's tables, one per address family
/// @param port the target's port
record SocketQueues(List<Path> tables, int port) implements LongSupplier {
  /// The most lines that are read: beyond that, reading the table costs more than it is worth.
  private static final int MAX_LINES = 600;

  private static final int HEX = 16;
  private static final long UNKNOWN = -1;

  static SocketQueues to(int port) {
    return new SocketQueues(List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6")), port);
  }

  /// Returns the sum over all sockets, -1 if the host does not report it or has too many sockets.
  @Override
  public long getAsLong() {
    long sum = 0;
    boolean known = false;
    for (Path table : tables) {
      if (Files.isReadable(table)) {
        long bytes = unread(table);
        if (bytes == UNKNOWN) {
          return UNKNOWN;
        }
        known = true;
        sum += bytes;
      }
    }
    return known ? sum : UNKNOWN;
  }

  private long unread(Path table) {
    long sum = 0;
    try (BufferedReader lines = Files.newBufferedReader(table)) {
      lines.readLine(); // the columns' names
      int read = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (++read > MAX_LINES) {
          return UNKNOWN;
        }
        sum += unread(line);
      }
      return sum;
    } catch (IOException | NumberFormatException e) {
      return UNKNOWN; // a kernel that words it otherwise: not known is what we say
    }
  }

  /// Parses a line: number, local address, remote address, state, bytes to send and to read, in
  /// hexadecimal.
  private long unread(String line) {
    StringTokenizer words = new StringTokenizer(line, " :");
    if (words.countTokens() < 8) {
      return 0;
    }
    words.nextToken();
    words.nextToken();
    words.nextToken();
    words.nextToken();
    int remotePort = Integer.parseInt(words.nextToken(), HEX);
    words.nextToken();
    words.nextToken();
    return remotePort == port ? Long.parseLong(words.nextToken(), HEX) : 0;
  }
}
