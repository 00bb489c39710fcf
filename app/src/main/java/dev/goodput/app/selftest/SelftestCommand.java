package dev.goodput.app.selftest;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.validation.selftest.Selftest;
import dev.goodput.validation.selftest.SelftestResult;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput selftest`: measures how far this machine's client can be trusted.
@Command(
    name = "selftest",
    description = {
      "Measures how far this machine's client can be trusted.",
      "It compares its timestamps with those of a test server, first with one stream and then under"
          + " load. It then raises the number of content events per second until the client's"
          + " verdict is no longer trusted, with one event per write of the server and with"
          + " several. The verdicts assume a TTFT threshold of 200 ms.",
      "It takes about two minutes. Nothing else should run meanwhile."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput selftest [OPTIONS]", ""})
public final class SelftestCommand implements Callable<Integer> {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--up-to",
      paramLabel = "EVENTS/S",
      description = "highest event rate to try; the lowest is always tried")
  private int upTo = Integer.MAX_VALUE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (upTo <= 0) {
      throw new AppException.Usage("--up-to must be above 0, found " + upTo);
    }
    PrintWriter err = spec.commandLine().getErr();
    SelftestResult result = Selftest.run(upTo, line -> err.println("goodput: " + line));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? result.json() : result.text());
    out.flush();
    return 0;
  }
}
