package dev.goodput.app.runs;

import dev.goodput.app.NextCommandRole;
import dev.goodput.findings.runs.BaselineJson;
import dev.goodput.findings.runs.BaselineText;
import dev.goodput.history.Baseline;
import dev.goodput.history.RunStore;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput baseline list`: lists the baselines and their runs.
@Command(
    name = "list",
    description = "Lists the baselines and their runs, the oldest first.",
    synopsisHeading = "",
    customSynopsis = {"goodput baseline list [OPTIONS]", ""})
final class BaselineListCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RunStore store = root.store();
    List<Baseline> baselines = store.baselines();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(BaselineJson.of(store.root(), baselines));
    } else if (baselines.isEmpty()) {
      out.println("no baselines in " + store.root());
      out.println("make one: goodput baseline set NAME RUN" + store.rootOption());
    } else {
      baselines.forEach(each -> out.print(BaselineText.of(each, store.rootOption())));
    }
    out.flush();
    return 0;
  }
}
