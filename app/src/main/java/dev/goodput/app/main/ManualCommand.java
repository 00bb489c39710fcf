package dev.goodput.app.main;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Writes the manual pages of all commands into a directory; `-Pdist` puts them into the archive.
@Command(name = "manual", hidden = true, description = "Writes the manual pages into a directory.")
final class ManualCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "directory for the pages")
  private Path directory = Path.of("man1");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    for (CommandLine each : commands()) {
      Files.writeString(directory.resolve(ManualPage.fileName(each)), ManualPage.of(each));
    }
    return 0;
  }

  /// Returns every command that the help shows, with all of its options.
  static List<CommandLine> commands() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    List<CommandLine> all = new ArrayList<>();
    all.add(Main.commandLine(true, nowhere, nowhere));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(ManualPage.below(all.get(i)));
    }
    return all;
  }
}
