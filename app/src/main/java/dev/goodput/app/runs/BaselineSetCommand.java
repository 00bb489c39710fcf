package dev.goodput.app.runs;

import dev.goodput.app.NextCommandRole;
import dev.goodput.findings.runs.BaselineText;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput baseline set`: adds runs to a baseline.
@Command(
    name = "set",
    description = "Adds runs to a baseline, and creates the baseline if it is new.",
    synopsisHeading = "",
    customSynopsis = {"goodput baseline set NAME RUN… [--replace]", ""},
    footer = {
      "",
      "The tag is stored in the run's directory (tags/baseline.NAME) and moves with it.",
      "goodput baseline set main runs/20261121-*"
    })
final class BaselineSetCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @Parameters(index = "0", paramLabel = "NAME", description = "name of the baseline, such as main")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "directory, name or id of a run")
  private List<String> runs = List.of();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--replace", description = "remove the runs that the baseline had")
  private boolean replace;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RunStore store = root.store();
    List<StoredRun> found = runs.stream().map(store::find).toList();
    if (replace) {
      store.setBaseline(name, found);
    } else {
      found.forEach(run -> store.addToBaseline(name, run));
    }
    spec.commandLine().getOut().print(BaselineText.of(store.baseline(name), store.rootOption()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
