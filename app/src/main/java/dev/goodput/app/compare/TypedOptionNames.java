package dev.goodput.app.compare;

import dev.goodput.runner.Checks;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Which options were typed, of a command that has several forms: what belongs to another form is
/// refused, and never left unheard.
///
/// @param names as `--rate`
record TypedOptionNames(Set<String> names) {
  static TypedOptionNames of(CommandSpec spec) {
    return new TypedOptionNames(
        spec.commandLine().getParseResult().matchedOptions().stream()
            .map(OptionSpec::longestName)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /// Refuses what is none of these.
  ///
  /// @param allowed names
  /// @param groups objects whose options are allowed too
  /// @param why what the form is, for a line that ends in what to leave out
  /// @throws dev.goodput.runner.AppException.Usage naming the options
  void requireOnly(Set<String> allowed, List<Object> groups, String why) {
    Set<String> others = new TreeSet<>(names);
    others.removeAll(allowed);
    groups.forEach(group -> others.removeAll(options(group).toList()));
    refuse(others, why);
  }

  /// Refuses these.
  ///
  /// @throws dev.goodput.runner.AppException.Usage naming the options
  void requireNone(Set<String> refused, String why) {
    Set<String> others = new TreeSet<>(names);
    others.retainAll(refused);
    refuse(others, why);
  }

  private static void refuse(Set<String> others, String why) {
    Checks.refuse(!others.isEmpty(), why + ": leave out " + String.join(", ", others));
  }

  private static Stream<String> options(Object group) {
    return CommandSpec.forAnnotatedObject(group).options().stream().map(OptionSpec::longestName);
  }
}
