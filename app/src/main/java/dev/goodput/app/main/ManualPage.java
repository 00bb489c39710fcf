package dev.goodput.app.main;

import dev.goodput.runner.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// A manual page of one command in roff, from the model that also prints its help. See groff_man(7)
/// for the macros.
final class ManualPage {
  private final CommandLine command;
  private final UsageMessageSpec usage;
  private final StringBuilder page = new StringBuilder();

  private ManualPage(CommandLine command) {
    this.command = command;
    this.usage = command.getCommandSpec().usageMessage();
  }

  /// Returns the file name of a command's page: `goodput-bench.1`.
  static String fileName(CommandLine command) {
    return name(command) + ".1";
  }

  /// Returns the page of a command.
  static String of(CommandLine command) {
    return new ManualPage(command).write();
  }

  /// Returns the commands below a command that its help shows.
  static List<CommandLine> below(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(each -> !each.getCommandSpec().usageMessage().hidden())
        .toList();
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }

  private String write() {
    String title = escaped(name(command).toUpperCase(Locale.ROOT));
    line(".TH " + title + " 1 \"\" \"goodput " + Version.version() + "\" \"Goodput manual\"");
    List<String> texts = Stream.of(usage.description()).map(String::format).toList();
    section("NAME");
    text(name(command) + " - " + texts.getFirst().replaceFirst("[.]$", ""));
    section("SYNOPSIS");
    literal(
        Stream.of(usage.customSynopsis())
            .filter(each -> !each.isEmpty())
            .map(String::format)
            .toList());
    if (texts.size() > 1) {
      section("DESCRIPTION");
      paragraphs(texts.subList(1, texts.size()));
    }
    parameters();
    options();
    if (!below(command).isEmpty()) {
      section("COMMANDS");
      below(command)
          .forEach(each ->
              item(
                  bold(each.getCommandName()),
                  String.format(each.getCommandSpec().usageMessage().description()[0])));
    }
    if (!usage.exitCodeList().isEmpty()) {
      section("EXIT STATUS");
      usage.exitCodeList().forEach((code, meaning) -> item(bold(code), meaning));
    }
    footer();
    seeAlso();
    return page.toString();
  }

  private void parameters() {
    List<PositionalParamSpec> shown =
        command.getCommandSpec().positionalParameters().stream()
            .filter(each -> !each.hidden())
            .toList();
    if (!shown.isEmpty()) {
      section("ARGUMENTS");
      shown.forEach(each -> item(italic(each.paramLabel()), String.join(" ", each.description())));
    }
  }

  private void options() {
    CommandSpec spec = command.getCommandSpec();
    Map<String, List<OptionSpec>> groups = OptionList.groups(spec);
    if (groups.isEmpty()) {
      return;
    }
    section("OPTIONS");
    for (Map.Entry<String, List<OptionSpec>> group : groups.entrySet()) {
      if (groups.size() > 1) {
        line(".SS " + (group.getKey().isEmpty() ? "Other options" : escaped(group.getKey())));
      }
      for (OptionSpec option : group.getValue()) {
        String names =
            Stream.of(option.names()).map(ManualPage::bold).collect(Collectors.joining(", "));
        String value = option.arity().max() == 0 ? "" : " " + italic(option.paramLabel());
        item(names + value, String.join(" ", option.description()));
      }
    }
  }

  private void footer() {
    List<String> lines = Stream.of(usage.footer()).map(String::format).toList();
    if (lines.stream().allMatch(String::isBlank)) {
      return;
    }
    section("NOTES AND EXAMPLES");
    List<String> examples = new ArrayList<>();
    for (String line : lines) {
      if (line.matches("[A-Z].*[.]")) {
        literal(examples);
        examples.clear();
        paragraphs(List.of(line));
      } else if (!line.isBlank()) {
        examples.add(line);
      }
    }
    literal(examples);
  }

  private void seeAlso() {
    List<CommandLine> near = new ArrayList<>(below(command));
    if (command.getParent() != null) {
      near.addFirst(command.getParent());
    }
    if (!near.isEmpty()) {
      section("SEE ALSO");
      line(near.stream().map(each -> bold(name(each)) + "(1)").collect(Collectors.joining(",\n")));
    }
  }

  private void section(String title) {
    line(".SH " + title);
  }

  private void item(String label, String text) {
    line(".TP");
    line(label);
    text(text);
  }

  private void paragraphs(List<String> paragraphs) {
    for (String paragraph : paragraphs) {
      line(".PP");
      text(paragraph);
    }
  }

  private void literal(List<String> lines) {
    if (!lines.isEmpty()) {
      line(".PP");
      line(".nf");
      lines.forEach(this::text);
      line(".fi");
    }
  }

  private void text(String text) {
    line(escaped(text));
  }

  private void line(String line) {
    page.append(line).append('\n');
  }

  private static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  private static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  /// Escapes what roff reads as a command: backslashes, hyphens, and a leading dot or quote.
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
