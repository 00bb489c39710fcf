package dev.goodput.app.main;

import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.TextLayout;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The text sections of a help page: each string is a paragraph, wrapped at the terminal width.
final class HelpText {
  private static final int NARROWEST = 60;
  private static final int WIDEST = 120; // longer lines are hard to read

  private HelpText() {}

  /// Renders the description and the footer of a command's help as wrapped paragraphs.
  static void shape(CommandLine command) {
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, HelpText::description);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpText::footer);
  }

  /// Fits the help of a command and its subcommands to the terminal.
  static void fit(CommandLine root, TerminalScreen terminal) {
    root.setUsageHelpWidth(Math.clamp(terminal.columns(), NARROWEST, WIDEST));
  }

  private static String description(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    return Stream.of(usage.description())
        .map(paragraph -> wrapped(paragraph, usage.width()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String footer(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    return Stream.of(usage.footer())
        .map(paragraph -> wrapped(paragraph, usage.width()))
        .collect(Collectors.joining());
  }

  private static String wrapped(String paragraph, int width) {
    String text = String.format(paragraph);
    List<String> lines = text.length() <= width ? List.of(text) : TextLayout.lines(text, width);
    return lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
  }
}
