package dev.goodput.app.main;

import dev.goodput.runner.signals.Signals;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// A short run of every kind of command in one process. The ahead-of-time cache is made from the
/// classes that this process loads, so that it holds those that real runs load. The launcher calls
/// it once after each build.
@Command(name = "rehearse", hidden = true, description = "for the launcher")
public final class RehearseCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    System.setIn(InputStream.nullInputStream()); // the servers below end when it does
    Path folder = Files.createTempDirectory("goodput-rehearsal-");
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)) {
      String run = folder.resolve("run").toString();
      List<String[]> calls =
          List.of(
              new String[] {"bench", "--duration", "2s", "--out", run, "--json"},
              new String[] {"report", run},
              new String[] {"simulate", "--port", "0", "--leashed"},
              new String[] {"truth-server"});
      for (String[] call : calls) {
        play(call, nowhere);
      }
      return 0;
    } finally {
      remove(folder);
    }
  }

  /// Runs a command as if it had the process to itself, then restores the signal handlers that it
  /// replaced.
  static void play(String[] call, PrintStream nowhere) {
    List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();
    int _ = Main.run(call, nowhere, nowhere);
    former.forEach(Runnable::run);
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
