package dev.goodput.app.runs;

import dev.goodput.history.Baseline;
import dev.goodput.history.RunStore;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput baseline remove`: removes runs from a baseline, or the whole baseline. Deletes no run.
@Command(
    name = "remove",
    description = "Removes runs from a baseline, or all of them. Deletes no run.",
    synopsisHeading = "",
    customSynopsis = {"goodput baseline remove NAME [RUN…]", ""})
final class BaselineRemoveCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @Parameters(index = "0", paramLabel = "NAME", description = "name of the baseline")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "RUN",
      description = "directory, name or id of a run (default: all of them)")
  private List<String> runs = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RunStore store = root.store();
    Baseline baseline = store.baseline(name);
    if (runs.isEmpty()) {
      baseline.runs().forEach(run -> store.removeFromBaseline(name, run));
      baseline.copies().forEach(copy -> store.removeFromBaseline(name, copy.run()));
      baseline.missing().keySet().forEach(id -> store.forget(name, id));
    }
    for (String run : runs) {
      if (baseline.missing().containsKey(run)) {
        store.forget(name, run);
      } else {
        store.removeFromBaseline(name, store.find(run));
      }
    }
    int left =
        store.baselines().stream()
            .filter(each -> each.name().equals(name))
            .mapToInt(each -> each.runs().size())
            .sum();
    spec.commandLine()
        .getOut()
        .println("baseline " + name + (left == 0 ? " is removed" : " has " + left + " left"));
    return 0;
  }
}
