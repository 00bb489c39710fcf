package dev.goodput.app.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Keeps the last lines of a child's standard error, so that its pipe never fills.
///
/// On a thread of its own kind: a virtual one that reads a pipe holds one of the few that carry all
/// others, for as long as the child says nothing.
final class LastWords {
  private static final int LINES = 5;

  private final Deque<String> lines = new ArrayDeque<>();
  private final Thread reader;

  LastWords(InputStream errors) {
    reader = Thread.ofPlatform().daemon().name("engine-errors").start(() -> keep(errors));
  }

  /// What it said, once it has ended.
  String heard() throws InterruptedException {
    reader.join();
    synchronized (lines) {
      return lines.isEmpty() ? "it said nothing" : String.join("; ", lines);
    }
  }

  private void keep(InputStream errors) {
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(its standard error broke off: " + e.getMessage() + ")");
    }
  }

  private void add(String line) {
    synchronized (lines) {
      lines.add(line);
      if (lines.size() > LINES) {
        lines.remove();
      }
    }
  }
}
