package dev.goodput.app.main;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.gateway.config.YamlNode;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.record.SystemReason;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Options of a measuring command from a YAML file: the line `rate: 8` is the option `--rate 8`. An
/// option on the command line replaces the one in the file. A value may name environment variables:
/// `${NAME}`.
final class ConfigFile {
  /// The option that names the file.
  static final String OPTION = "--config";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");

  /// Characters from which a part of a value is replaced wherever it occurs in an error.
  private static final int SHORT = 4;

  private static final Pattern NAME = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

  private final String file;
  private final CommandSpec command;
  private final Map<String, String> environment;
  private final Map<String, String> places = new LinkedHashMap<>();
  private final Map<String, String> references = new LinkedHashMap<>();

  private ConfigFile(String file, CommandSpec command, Map<String, String> environment) {
    this.file = file;
    this.command = command;
    this.environment = environment;
  }

  /// A command line with the options of a file.
  ///
  /// @param words the words of the command line
  /// @param places `FILE:LINE:COLUMN` of each option that came from the file, by its name
  /// @param references `${NAME}` of each variable in the file, by its value and the parts of it
  record Expanded(List<String> words, Map<String, String> places, Map<String, String> references) {
    /// A command line without a file.
    static Expanded typed(List<String> words) {
      return new Expanded(words, Map.of(), Map.of());
    }

    /// Returns an error with the file, line and column of the first option from the file that it
    /// mentions, if any. The values of variables may be secrets, so the error has their names.
    String located(String error) {
      String shown = withoutValues(error);
      return NAME.matcher(error)
          .results()
          .flatMap(name -> Optional.ofNullable(places.get(name.group())).stream())
          .findFirst()
          .map(place -> place + ": " + shown)
          .orElse(shown);
    }

    private String withoutValues(String error) {
      if (references.isEmpty()) {
        return error;
      }
      String values =
          references.keySet().stream()
              .sorted(Comparator.comparingInt(String::length).reversed())
              .map(Expanded::pattern)
              .collect(Collectors.joining("|"));
      return Pattern.compile(values)
          .matcher(error)
          .replaceAll(
              found -> Matcher.quoteReplacement(references.getOrDefault(found.group(), "***")));
    }

    /// Returns a pattern for a value. A short one, such as 8, may be part of another number.
    private static String pattern(String value) {
      String quoted = Pattern.quote(value);
      return value.length() < SHORT ? "(?<![\\w.])" + quoted + "(?![\\w.])" : quoted;
    }
  }

  /// Adds the option to a measuring command, for its help and for completion.
  static void declare(CommandSpec command) {
    if (command.userObject() instanceof MeasurementCommand) {
      command.addOption(
          OptionSpec.builder(OPTION)
              .paramLabel("FILE")
              .type(Path.class)
              .description(
                  "YAML file with options, such as rate: 8; options on the command line replace its"
                      + " values")
              .build());
    }
  }

  /// Returns a command line with the options of the file in place of `--config FILE`; the same
  /// words if there is none.
  ///
  /// @throws BadSettingException if the file cannot be read, with line and key of a wrong entry
  static Expanded expand(List<String> words, Map<String, String> environment) {
    int at = position(words);
    if (at < 0) {
      return Expanded.typed(words);
    }
    Class<?> type = measuring(words).orElseThrow();
    boolean joined = words.get(at).startsWith(OPTION + "=");
    if (!joined && at + 1 == words.size()) {
      throw new BadSettingException(OPTION + " needs a file");
    }
    String file = joined ? words.get(at).substring(OPTION.length() + 1) : words.get(at + 1);
    List<String> typed = new ArrayList<>(words.subList(0, at));
    typed.addAll(words.subList(at + (joined ? 1 : 2), words.size()));
    if (position(typed) >= 0) {
      throw new BadSettingException(OPTION + " is given twice; give it once");
    }
    int names = Main.measures(typed.getFirst()) ? 1 : 2;
    List<String> all = new ArrayList<>(typed.subList(0, names));
    typed.subList(0, names).clear();
    CommandSpec command = CommandLineReader.of(type).getCommandSpec();
    ConfigFile config = new ConfigFile(file, command, environment);
    all.addAll(config.options(typed));
    all.addAll(typed);
    return new Expanded(all, config.places, config.references);
  }

  /// Returns the class of the measuring command that the first word names, or the first two, as in
  /// `fleet bench`; empty if they name none.
  private static Optional<Class<?>> measuring(List<String> words) {
    Optional<Class<?>> command =
        words.stream()
            .findFirst()
            .flatMap(name -> CommandLineReader.command(new GoodputCommand(), name));
    return command
        .filter(_ -> words.size() > 1)
        .flatMap(type -> CommandLineReader.subcommand(type, words.get(1)))
        .or(() -> command)
        .filter(MeasurementCommand.class::isAssignableFrom);
  }

  private static int position(List<String> words) {
    if (measuring(words).isEmpty()) {
      return -1;
    }
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).equals(OPTION) || words.get(i).startsWith(OPTION + "=")) {
        return i;
      }
    }
    return -1;
  }

  private List<String> options(List<String> typed) {
    List<String> names = typed.stream().map(word -> word.split("=", 2)[0]).toList();
    List<String> words = new ArrayList<>();
    YamlReader.read(file, text(), "one option, like rate: 8")
        .entries()
        .forEach((key, member) -> {
          OptionSpec option = command.findOption("--" + key);
          if (option == null || option.hidden()) {
            throw error(
                member, "unknown option \"" + key + "\"" + WordSuggestion.hint(key, known()));
          }
          if (names.stream().noneMatch(name -> List.of(option.names()).contains(name))) {
            words.addAll(words(option, key, member));
            for (String name : option.names()) {
              places.put(name, file + ":" + member.position());
            }
          }
        });
    return words;
  }

  private List<String> known() {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .map(option -> option.longestName().substring(2))
        .toList();
  }

  private List<String> words(OptionSpec option, String key, YamlNode.Member member) {
    String name = "--" + key;
    List<String> values =
        switch (member.value()) {
          case YamlNode.Scalar text -> List.of(resolved(text.value(), member));
          case YamlNode.Sequence list ->
              list.items().stream().map(each -> item(each, member)).toList();
          case YamlNode.Null _ -> throw error(member, key + " has no value");
          case YamlNode.Mapping keys ->
              throw error(member, key + " must be a value or a list, found " + keys.kind());
        };
    if (option.arity().max() == 0) {
      return switch (values.size() == 1 ? values.getFirst() : "a list") {
        case "true" -> List.of(name);
        case "false" -> List.of();
        case String _ ->
            throw error(member, key + " must be true or false, found " + written(member));
      };
    }
    if (values.size() > 1 && !option.isMultiValue()) {
      throw error(member, key + " takes one value, found a list of " + values.size());
    }
    return option.splitRegex().isEmpty()
        ? values.stream().map(value -> name + "=" + value).toList()
        : List.of(name + "=" + String.join(",", values));
  }

  /// Returns a value as the file has it, with the names of variables.
  private static String written(YamlNode.Member member) {
    return switch (member.value()) {
      case YamlNode.Scalar text -> "\"" + text.value() + "\"";
      case YamlNode other -> other.kind();
    };
  }

  private String item(YamlNode node, YamlNode.Member member) {
    if (node instanceof YamlNode.Scalar text) {
      return resolved(text.value(), member);
    }
    throw error(member, "each item of a list must be a value, found " + node.kind());
  }

  private String resolved(String value, YamlNode.Member member) {
    return VARIABLE
        .matcher(value)
        .replaceAll(variable -> {
          String found = environment.get(variable.group(1));
          if (found == null) {
            throw error(member, "environment variable " + variable.group(1) + " is not set");
          }
          refer(found, variable.group());
          return Matcher.quoteReplacement(found);
        });
  }

  /// Notes the value of a variable and its longer parts, as an error may quote one item of a list.
  private void refer(String value, String reference) {
    SEPARATOR
        .splitAsStream(value)
        .filter(part -> part.length() >= SHORT)
        .forEach(part -> references.putIfAbsent(part, reference));
    if (!value.isBlank()) {
      references.put(value, reference);
    }
  }

  private BadSettingException error(YamlNode.Member member, String problem) {
    return YamlReader.error(file, member.position(), problem);
  }

  private String text() {
    try {
      return Files.readString(Path.of(file));
    } catch (InvalidPathException e) {
      throw new BadSettingException(OPTION + ": \"" + file + "\" is not a path");
    } catch (IOException e) {
      throw new BadSettingException(
          OPTION + ": cannot read " + file + ": " + SystemReason.of(e, Path.of(file)));
    }
  }
}
