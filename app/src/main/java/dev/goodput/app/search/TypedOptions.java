package dev.goodput.app.search;

import dev.goodput.app.Checks;
import dev.goodput.app.Secrets;
import dev.goodput.record.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The options of a search as they were typed, kept in its manifest, so that it can be gone on
/// with. Values that may hold a secret are not kept: who goes on types them again.
final class TypedOptions {
  private static final String KEPT = "search.option.";
  private static final String WITHHELD = "search.withheld";

  /// What is of this process alone.
  private static final Set<String> PASSING =
      Set.of("--out", "--json", "--quiet", "--junit", "--summary-md", "--resume", "--verify");

  /// What is never kept, secret or not.
  private static final Set<String> NEVER_KEPT = Set.of("--header");

  /// What may be typed anew beside `--resume`.
  private static final Set<String> ANEW =
      Set.of(
          "--url",
          "--header",
          "--api-key-env",
          "--api-key-file",
          "--ca",
          "--cert",
          "--key",
          "--insecure",
          "--json",
          "--quiet",
          "--junit",
          "--summary-md",
          "--resume",
          "--verify");

  private static final Set<String> KEYS = Set.of("--api-key-env", "--api-key-file");

  private TypedOptions() {}

  /// One option with its values.
  private record Typed(String name, List<String> arguments) {
    static Typed of(OptionSpec option) {
      String name = option.longestName();
      return option.arity().max() == 0
          ? new Typed(name, List.of(name))
          : new Typed(
              name,
              option.originalStringValues().stream().map(value -> name + "=" + value).toList());
    }

    boolean secret() {
      return NEVER_KEPT.contains(name) || !Secrets.command(arguments).equals(arguments);
    }
  }

  private static List<Typed> typed(CommandLine.ParseResult parsed) {
    return parsed.matchedOptions().stream().map(Typed::of).toList();
  }

  /// Adds what was typed to a manifest.
  static Manifest addTo(Manifest manifest, CommandLine.ParseResult parsed) {
    Manifest told = manifest;
    Set<String> withheld = new TreeSet<>();
    int number = 0;
    for (Typed option : typed(parsed)) {
      if (PASSING.contains(option.name())) {
        continue;
      }
      if (option.secret()) {
        withheld.add(option.name());
        continue;
      }
      for (String argument : option.arguments()) {
        told = told.with(KEPT + ++number, argument);
      }
    }
    return withheld.isEmpty() ? told : told.with(WITHHELD, String.join(" ", withheld));
  }

  /// The command line of the search that is gone on with: what it was begun with, and what may be
  /// typed anew.
  ///
  /// @throws dev.goodput.app.AppException.Usage where something else was typed, or what was not
  ///   kept was not
  static List<String> resumed(Manifest manifest, CommandLine.ParseResult parsed) {
    List<Typed> anew = typed(parsed);
    Set<String> names = new TreeSet<>(anew.stream().map(Typed::name).toList());
    refuseOthers(names, withheld(manifest));
    Set<String> replaced = new TreeSet<>(names);
    if (KEYS.stream().anyMatch(names::contains)) {
      replaced.addAll(KEYS);
    }
    List<String> kept = kept(manifest);
    List<String> line = new ArrayList<>();
    kept.stream().filter(argument -> !replaced.contains(name(argument))).forEach(line::add);
    anew.stream()
        .filter(option -> !option.name().equals("--resume"))
        .forEach(option -> line.addAll(option.arguments()));
    boolean server =
        withheld(manifest).contains("--url")
            || kept.stream().map(TypedOptions::name).anyMatch("--url"::equals);
    Checks.refuse(
        names.contains("--url") && !server,
        "the search asks the simulated engine, and goes on as it began; leave out --url");
    return line;
  }

  private static void refuseOthers(Set<String> names, Set<String> withheld) {
    List<String> others =
        names.stream().filter(name -> !ANEW.contains(name) && !withheld.contains(name)).toList();
    Checks.refuse(
        !others.isEmpty(),
        "a search goes on as it began; leave out "
            + String.join(", ", others)
            + ", or begin another without --resume");
    List<String> missing = withheld.stream().filter(name -> !names.contains(name)).toList();
    Checks.refuse(
        !missing.isEmpty(),
        String.join(", ", missing)
            + " may be secret and was not kept with the search; type it again beside --resume");
  }

  private static String name(String argument) {
    return argument.split("=", 2)[0];
  }

  private static Set<String> withheld(Manifest manifest) {
    return manifest
        .text(WITHHELD)
        .map(names -> new TreeSet<>(List.of(names.split(" "))))
        .orElseGet(TreeSet::new);
  }

  private static List<String> kept(Manifest manifest) {
    List<String> kept = new ArrayList<>();
    for (int i = 1; manifest.text(KEPT + i).isPresent(); i++) {
      kept.add(manifest.require(KEPT + i));
    }
    return kept;
  }
}
