package dev.goodput.app.run;

import dev.goodput.app.NextCommandRole;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.runner.directory.FileChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The option of commands that generate a text file.
public final class TextOutput {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "write to FILE (default: standard output)")
  private @Nullable Path out;

  /// Rejects a file that exists, for a text that users edit.
  ///
  /// @throws AppException.BadFile the file exists
  public void refuseExisting() {
    if (out != null && Files.exists(out)) {
      throw new AppException.BadFile(
          "--out", "--out " + out + ": the file exists; choose another name or delete it");
    }
  }

  /// Writes a text to the file, or to standard output.
  ///
  /// @throws AppException.BadFile a file that cannot be written
  public void write(String text, CommandSpec spec) {
    if (out == null) {
      PrintWriter standard = spec.commandLine().getOut();
      standard.print(text);
      standard.flush();
      return;
    }
    FileChecks.writable("--out", out);
    try {
      Files.writeString(out, text);
    } catch (IOException e) {
      throw new AppException.BadFile("--out", "--out " + out + ": " + SystemReason.of(e, out));
    }
  }
}
