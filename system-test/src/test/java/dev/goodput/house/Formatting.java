package dev.goodput.house;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/// Formats every source of the project, or names those that are not formatted.
final class Formatting {
  /// What formats the project; also in CONTRIBUTING.md.
  static final String COMMAND = "./mvnw -q -Pformat process-sources";

  private Formatting() {}

  /// Formats in place; the command runs this.
  public static void main(String[] args) {
    String message = run(List.of("--replace"), Sources.files(Sources.root()));
    if (!message.isBlank()) {
      System.err.print(message);
      System.exit(1);
    }
  }

  /// The files that the formatter would change, or what keeps it from reading them.
  static List<String> unformatted(List<Path> files) {
    return run(List.of("--dry-run"), files).lines().toList();
  }

  private static String run(List<String> options, List<Path> files) {
    List<String> arguments = new ArrayList<>(options);
    files.forEach(file -> arguments.add(file.toString()));
    StringWriter message = new StringWriter();
    PrintWriter writer = new PrintWriter(message);
    ToolProvider.findFirst("google-java-format")
        .orElseThrow(() -> new IllegalStateException("google-java-format is not on the class path"))
        .run(writer, writer, arguments.toArray(String[]::new));
    writer.flush();
    return message.toString();
  }
}
