package dev.goodput.app.slo;

import dev.goodput.operate.alert.PrometheusRules;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput slo check`: reads an SLO file and prints what it promises.
@Command(
    name = "check",
    description = {
      "Checks an SLO file and prints what it promises.",
      "The exit code is 2 if the file has an error; the message has file, line and key."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput slo check FILE", ""})
final class SloCheckCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "SLO file (OpenSLO v1)")
  private Path file = Path.of("slo.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    SloFile read = SloFile.read(file);
    PrintWriter err = spec.commandLine().getErr();
    read.notes().forEach(note -> err.println("goodput: warning: " + note));
    PrintWriter out = spec.commandLine().getOut();
    out.print(PrometheusRules.table(read, Screen.widestLine()));
    out.flush();
    return 0;
  }
}
