package dev.goodput.app.search;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.NextCommandRole;
import dev.goodput.record.Manifest;
import dev.goodput.runner.Checks;
import dev.goodput.runner.SecretJson;
import dev.goodput.runner.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The options of a search as they were typed. They are stored in the manifest so that the search
/// can be resumed. Values that may hold a secret are not stored: the user types them again to
/// resume.
final class TypedOptions {
  private static final String COUNT = "search.options";
  private static final String KEPT = "search.option.";
  private static final String WITHHELD = "search.withheld";

  /// A body is stored without its secrets; the rest of it must be typed again unchanged.
  private static final String BODY = "--extra-body";

  private static final String BODY_KEPT = "search.withheld_body";

  private static final String VERIFY = "--verify";

  private static final Set<String> KEYS = Set.of("--api-key-env", "--api-key-file");

  private TypedOptions() {}

  /// An option with its values.
  ///
  /// @param declared whether the option applies to this process only, is secret, or may be combined
  ///   with `--resume`
  private record Typed(String name, List<String> arguments, NextCommandRole declared) {
    static Typed of(OptionSpec option) {
      return new Typed(
          option.longestName(),
          CommandLineReader.words(option),
          CommandLineReader.carried(option).orElseThrow());
    }

    boolean secret() {
      return name.equals(BODY)
          ? arguments.stream().anyMatch(each -> SecretJson.hides(each.substring(BODY.length() + 1)))
          : declared.value() == NextCommandRole.Into.SECRET || !starred().equals(arguments);
    }

    boolean passing() {
      return declared.value() == NextCommandRole.Into.NONE || name.equals(VERIFY);
    }

    List<String> starred() {
      return Secrets.command(arguments);
    }
  }

  private static List<Typed> typed(CommandLine.ParseResult parsed) {
    return parsed.matchedOptions().stream().map(Typed::of).toList();
  }

  /// Adds the typed options to a manifest.
  static Manifest addTo(Manifest manifest, CommandLine.ParseResult parsed) {
    Manifest result = manifest;
    Set<String> withheld = new TreeSet<>();
    int number = 0;
    for (Typed option : typed(parsed)) {
      if (option.passing()) {
        continue;
      }
      if (option.secret()) {
        withheld.add(option.name());
        if (option.name().equals(BODY)) {
          result = result.with(BODY_KEPT, String.join(" ", option.starred()));
        }
        continue;
      }
      for (String argument : option.arguments()) {
        result = result.with(KEPT + ++number, argument);
      }
    }
    result = result.with(COUNT, number);
    return withheld.isEmpty() ? result : result.with(WITHHELD, String.join(" ", withheld));
  }

  /// Returns the command line of the resumed search: the original options together with those that
  /// may be typed again.
  ///
  /// @throws dev.goodput.runner.AppException.Usage another option, a missing option whose value is
  ///   not stored, or a search of an earlier version that stored no options
  static List<String> resumed(Manifest manifest, CommandLine.ParseResult parsed) {
    List<Typed> anew = typed(parsed);
    Set<String> names = new TreeSet<>(anew.stream().map(Typed::name).toList());
    refuseOthers(anew, names, withheld(manifest));
    refuseAnotherBody(manifest, anew);
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
        "the search measures the simulated engine, and resumes as it started; remove --url");
    return line;
  }

  private static void refuseOthers(List<Typed> typed, Set<String> names, Set<String> withheld) {
    List<String> others =
        typed.stream()
            .filter(option -> !option.declared().onResume())
            .map(Typed::name)
            .filter(name -> !withheld.contains(name))
            .distinct()
            .sorted()
            .toList();
    Checks.refuse(
        !others.isEmpty(),
        "a resumed search keeps its options; remove "
            + String.join(", ", others)
            + ", or start another without --resume");
    List<String> missing = withheld.stream().filter(name -> !names.contains(name)).toList();
    Checks.refuse(
        !missing.isEmpty(),
        String.join(", ", missing)
            + " may be secret and was not kept with the search; pass it again with --resume");
  }

  private static void refuseAnotherBody(Manifest manifest, List<Typed> anew) {
    Optional<String> before = manifest.text(BODY_KEPT);
    anew.stream()
        .filter(option -> option.name().equals(BODY))
        .map(option -> String.join(" ", option.starred()))
        .forEach(typed ->
            Checks.refuse(
                before.isPresent() && !before.get().equals(typed),
                "a resumed search keeps its options: it sent "
                    + before.orElse("")
                    + ", not "
                    + typed));
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
    OptionalLong count = manifest.whole(COUNT);
    Checks.refuse(
        count.isEmpty(),
        "the search was started by an earlier version, which did not keep its options, so it"
            + " cannot be resumed; start another without --resume");
    List<String> kept = new ArrayList<>();
    for (int i = 1; manifest.text(KEPT + i).isPresent(); i++) {
      kept.add(manifest.require(KEPT + i));
    }
    Checks.refuse(
        kept.size() != count.getAsLong(),
        "the search's manifest is damaged: it keeps %d of its %d options"
            .formatted(kept.size(), count.getAsLong()));
    return kept;
  }
}
