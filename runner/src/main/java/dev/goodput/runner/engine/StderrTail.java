package dev.goodput.runner.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// The last lines of a child's standard error. Reading them also keeps its pipe from filling up.
///
/// A platform thread reads them: a virtual thread that reads a pipe would occupy one of the few
/// carrier threads for as long as the child prints nothing.
public final class StderrTail {
  private static final int LINES = 5;

  private final Deque<String> lines = new ArrayDeque<>();
  private final Thread reader;

  /// Starts to read.
  public StderrTail(InputStream errors) {
    reader = Thread.ofPlatform().daemon().name("engine-errors").start(() -> keep(errors));
  }

  /// Returns the last lines, once the child has ended.
  public String lastLines() throws InterruptedException {
    reader.join();
    synchronized (lines) {
      return lines.isEmpty() ? "it printed nothing" : String.join("; ", lines);
    }
  }

  private void keep(InputStream errors) {
    try (BufferedReader stderr =
        new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
      for (String line = stderr.readLine(); line != null; line = stderr.readLine()) {
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
