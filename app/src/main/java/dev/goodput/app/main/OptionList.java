package dev.goodput.app.main;

import dev.goodput.app.CommandHelp;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The options section of a command's help, in two columns: the common options alone for `--help`,
/// all options by group for `--help-all`.
final class OptionList implements IHelpSectionRenderer {
  /// The option that shows all options.
  static final String HELP_ALL = "--help-all";

  private static final int LEFT = 30;

  private final boolean all;

  /// @param all whether the help shows all options, even if only some are common
  OptionList(boolean all) {
    this.all = all;
  }

  /// Returns whether `--help` of a command leaves out options.
  static boolean shortens(CommandSpec command) {
    CommandHelp help = declared(command);
    return help != null && help.common().length > 0;
  }

  @Override
  public String render(Help help) {
    CommandSpec command = help.commandSpec();
    int width = command.usageMessage().width() - LEFT;
    return !all && shortens(command) ? common(command, width) : grouped(command, width);
  }

  private static String common(CommandSpec command, int width) {
    StringBuilder text = new StringBuilder(System.lineSeparator());
    for (String name : Objects.requireNonNull(declared(command)).common()) {
      append(text, Objects.requireNonNull(command.findOption(name), name), width);
    }
    OptionSpec rest =
        OptionSpec.builder(HELP_ALL)
            .description("all " + shown(command).count() + " options and the exit codes")
            .build();
    append(text, rest, width);
    return text.toString();
  }

  private static String grouped(CommandSpec command, int width) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<OptionSpec>> group : groups(command).entrySet()) {
      text.append(group.getKey().isEmpty() ? "" : String.format("%n%s%n", group.getKey()));
      group.getValue().forEach(option -> append(text, option, width));
    }
    return text.toString();
  }

  /// Returns the options that a command shows, by the heading of their group and in the order of
  /// the help; those without a group come last, with an empty heading.
  static Map<String, List<OptionSpec>> groups(CommandSpec command) {
    Map<String, List<OptionSpec>> headed = new LinkedHashMap<>();
    List<OptionSpec> rest = new ArrayList<>(shown(command).toList());
    List<ArgGroupSpec> groups = new ArrayList<>(command.argGroups());
    groups.sort(Comparator.comparingInt(ArgGroupSpec::order));
    for (ArgGroupSpec group : groups) {
      List<OptionSpec> own = new ArrayList<>(group.allOptionsNested());
      own.retainAll(rest);
      rest.removeAll(own);
      headed.put(String.format(group.heading()).strip(), own);
    }
    if (!rest.isEmpty()) {
      headed.put("", rest);
    }
    return headed;
  }

  private static Stream<OptionSpec> shown(CommandSpec command) {
    CommandHelp help = declared(command);
    List<String> refused = help == null ? List.of() : List.of(help.refused());
    return command.options().stream()
        .filter(option -> !option.hidden() && !refused.contains(option.longestName()));
  }

  private static @Nullable CommandHelp declared(CommandSpec command) {
    return command.userObject().getClass().getAnnotation(CommandHelp.class);
  }

  /// Returns the section of the arguments that are not options, in the same two columns.
  static String parameters(Help help) {
    int width = help.commandSpec().usageMessage().width() - LEFT;
    StringBuilder text = new StringBuilder();
    for (PositionalParamSpec each : help.commandSpec().positionalParameters()) {
      if (!each.hidden()) {
        String label = each.paramLabel() + (each.arity().max() > 1 ? "…" : "");
        append(text, label, each.description(), width);
      }
    }
    return text.isEmpty() ? "" : System.lineSeparator() + text;
  }

  private static void append(StringBuilder text, OptionSpec option, int width) {
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    append(text, String.join(", ", option.names()) + label, option.description(), width);
  }

  private static void append(StringBuilder text, String name, String[] description, int width) {
    StringBuilder line = new StringBuilder("  " + name);
    boolean first = true;
    for (String part : TextLayout.lines(String.join(" ", description), width)) {
      if (first && line.length() > LEFT - 2) {
        text.append(line).append(System.lineSeparator());
        line.setLength(0);
      }
      line.append(" ".repeat(LEFT - line.length())).append(part);
      text.append(line).append(System.lineSeparator());
      line.setLength(0);
      first = false;
    }
  }
}
