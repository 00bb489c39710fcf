package dev.goodput.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The curl of this machine.
public final class Curl {
  /// The message if curl is missing.
  public static final String MISSING = "curl is missing: it is not on the PATH";

  private Curl() {}

  /// Whether curl is installed. If `CI` is `true`, a missing one is a failure.
  public static boolean installed() {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "curl")));
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(MISSING);
    }
    return found;
  }

  /// Returns curl's output for a request, and `exit` with its exit code.
  public static String run(List<String> options, String url)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("curl", "-sS", "-m", "20"));
    command.addAll(options);
    command.add(url);
    Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
    String message = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!curl.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("curl does not end");
    }
    return message + "exit " + curl.exitValue();
  }
}
