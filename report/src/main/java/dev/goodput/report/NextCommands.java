package dev.goodput.report;

import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whole commands to type after a run, made of the options that it was typed with. A value that was
/// not kept, as it may be secret, is an environment variable.
///
/// @param command the run's own command: `bench`
/// @param target the options that name the server, the workload and the requests, a word each:
///   `--url=http://host:8000`
/// @param own the command's other options, alike
public record NextCommands(String command, List<String> target, List<String> own) {
  private static final String COMMAND = "next.command";
  private static final String TARGET = "next.target";
  private static final String OWN = "next.own";
  private static final String STARS = "***";
  private static final String CONCURRENCY = "--concurrency";
  private static final String USERS = "--users";
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]+");

  /// Copies the lists.
  public NextCommands {
    target = List.copyOf(target);
    own = List.copyOf(own);
  }

  /// Reads what [#addTo(Manifest)] added; where nothing did, the command with the server's address.
  ///
  /// @param usual the command where none was added
  public static NextCommands of(Manifest manifest, String usual) {
    Optional<String> command = manifest.text(COMMAND);
    if (command.isEmpty()) {
      List<String> server = manifest.text("target.url").map("--url="::concat).stream().toList();
      return new NextCommands(usual, server, List.of());
    }
    boolean users = manifest.text("run.command").filter(typed -> typed.contains(USERS)).isPresent();
    List<String> own = words(manifest, OWN);
    return new NextCommands(
        command.get(),
        words(manifest, TARGET),
        users
            ? own.stream().map(word -> word.replaceFirst("^" + CONCURRENCY, USERS)).toList()
            : own);
  }

  private static List<String> words(Manifest manifest, String key) {
    return ShellText.split(manifest.text(key).orElse(""));
  }

  /// Adds them to the facts that a report is made of.
  public Manifest addTo(Manifest manifest) {
    return manifest
        .with(COMMAND, command)
        .with(TARGET, ShellText.join(target))
        .with(OWN, ShellText.join(own));
  }

  /// The same command.
  ///
  /// @param changed options in place of those of the same name: `--rate=8`
  public String again(String... changed) {
    List<String> all = new ArrayList<>(target);
    all.addAll(own);
    return line(command, all, changed);
  }

  /// Another command for the same server, workload and requests.
  ///
  /// @param options its own
  public String on(String other, String... options) {
    return line(other, target, options);
  }

  /// The same without an option.
  public NextCommands without(String option) {
    return new NextCommands(command, others(target, option), others(own, option));
  }

  private static List<String> others(List<String> words, String option) {
    return words.stream().filter(word -> !name(word).equals(option)).toList();
  }

  /// The value that was typed of an option; empty where none was.
  public Optional<String> value(String option) {
    return Stream.concat(target.stream(), own.stream())
        .filter(word -> word.startsWith(option + "="))
        .map(word -> word.substring(option.length() + 1))
        .findFirst();
  }

  /// An option with twice its value.
  ///
  /// @param usual its default, as typed
  public String doubled(String option, String usual) {
    String value = value(option).orElse(usual);
    try {
      return option + "=" + plain(new BigDecimal(value).multiply(BigDecimal.TWO));
    } catch (NumberFormatException _) { // a time, whose parts all grow alike
      return option
          + "="
          + NUMBER
              .matcher(value)
              .replaceAll(part -> plain(new BigDecimal(part.group()).multiply(BigDecimal.TWO)));
    }
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  // --users and --concurrency are one option: the name that was typed stays, and with a think time
  // it is --users.
  private static String line(String command, List<String> words, String... changed) {
    String line = written(command, words, changed);
    boolean users =
        line.contains(" --think-time ") || words.stream().anyMatch(each -> each.startsWith(USERS));
    return users ? line.replace(" " + CONCURRENCY + " ", " " + USERS + " ") : line;
  }

  private static String written(String command, List<String> words, String... changed) {
    Set<String> replaced = Stream.of(changed).map(NextCommands::name).collect(Collectors.toSet());
    return Stream.of(
            Stream.of("goodput " + command),
            words.stream().filter(word -> !replaced.contains(name(word))).map(NextCommands::shell),
            Stream.of(changed).map(NextCommands::shell))
        .flatMap(part -> part)
        .collect(Collectors.joining(" "));
  }

  private static String name(String word) {
    String name = word.split("=", 2)[0];
    return name.equals(USERS) ? CONCURRENCY : name;
  }

  private static String shell(String word) {
    int sign = word.indexOf('=');
    if (sign < 0) {
      return ShellText.join(List.of(word));
    }
    String name = word.substring(0, sign);
    String value = word.substring(sign + 1);
    String between = value.startsWith("-") || value.isEmpty() ? "=" : " ";
    return name
        + between
        + (value.contains(STARS) ? variable(name, value) : ShellText.join(List.of(value)));
  }

  /// What a shell replaces by a value that was not kept.
  private static String variable(String option, String value) {
    String header = value.split(":", 2)[0];
    return option.equals("--header") && HEADER_NAME.matcher(header).matches()
        ? "\"" + header + ": $" + variable(header) + "\""
        : "\"$" + variable(option.substring(2)) + "\"";
  }

  private static String variable(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
