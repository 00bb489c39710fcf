package dev.goodput.operate.alert;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The promtool of this machine (Debian's package `prometheus`).
public final class Promtool {
  /// Reports by name what is missing.
  public static final String MISSING = "promtool is missing on the PATH";

  private Promtool() {}

  /// Returns whether it is installed; with `CI=true`, a missing one is a failure.
  public static boolean installed() {
    boolean found = binary().isPresent();
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(MISSING);
    }
    return found;
  }

  private static Optional<Path> binary() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Pattern.compile(":")
        .splitAsStream(path)
        .map(folder -> Path.of(folder, "promtool"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Runs it in a directory and returns what it prints; a failure has its exit code in front.
  public static String run(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(binary().orElseThrow().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("GOGC", "400"); // fewer garbage collections: a fifth less CPU
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return code == 0 ? printed : "exit " + code + ": " + printed;
  }
}
