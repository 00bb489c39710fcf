package dev.goodput.app.runs;

import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput runs name`: names a run.
@Command(
    name = "name",
    description = "Names a run so that other commands find it by that name.",
    synopsisHeading = "",
    customSynopsis = {"goodput runs name RUN NAME", "goodput runs name RUN --remove", ""},
    footer = {"", "The name is stored in the run's directory (tags/name) and moves with it."})
final class RunsNameCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @Parameters(index = "0", paramLabel = "RUN", description = "directory, name or id of the run")
  private String run = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "letters, digits, . _ -")
  private @Nullable String name;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--remove", description = "remove the name")
  private boolean remove;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if ((name == null) != remove) {
      throw new AppException.Usage(
          name == null
              ? "which name? goodput runs name RUN NAME, or --remove to take its name away"
              : "--remove takes the name away; leave it or the new name out");
    }
    RunStore store = root.store();
    StoredRun found = store.find(run);
    if (name == null) {
      store.removeName(found);
    } else {
      store.name(found, name);
    }
    spec.commandLine()
        .getOut()
        .println(found.path() + (name == null ? " has no name now" : " is called " + name));
    Path parent = found.path().toAbsolutePath().normalize().getParent();
    if (name != null && !store.root().toAbsolutePath().normalize().equals(parent)) {
      spec.commandLine()
          .getOut()
          .println("It is outside " + store.root() + ": find it by its name with --root " + parent);
    }
    return 0;
  }
}
