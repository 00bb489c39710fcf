package dev.goodput.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.CommandHelp;
import dev.goodput.report.terminal.TerminalScreen;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The help of every command there is, read from the command line's own model.
class HelpTextTest {
  private static final Pattern SENTENCES = Pattern.compile("[A-Z0-9].*[.:]", Pattern.DOTALL);

  private static List<CommandLine> commands(int width) {
    return commands(width, false);
  }

  private static List<CommandLine> commands(int width, boolean helpAll) {
    CommandLine root =
        Main.commandLine(
            helpAll,
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    root.setUsageHelpWidth(width);
    List<CommandLine> all = new ArrayList<>(List.of(root));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(shown(all.get(i)));
    }
    return all;
  }

  private static List<CommandLine> shown(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(below -> !below.getCommandSpec().usageMessage().hidden())
        .toList();
  }

  @Test
  void theHelpOfEveryCommandFitsOneScreenOfFortyLines() {
    assertThat(commands(80))
        .allSatisfy(command ->
            assertThat(command.getUsageMessage().lines().count())
                .as(command.getCommandSpec().qualifiedName())
                .isLessThanOrEqualTo(40));
  }

  @Test
  void helpAllShowsEveryOptionOnceExceptThoseThatTheCommandRefuses() {
    for (CommandLine command : commands(80, true)) {
      CommandHelp help =
          command.getCommandSpec().userObject().getClass().getAnnotation(CommandHelp.class);
      List<String> refused = help == null ? List.of() : List.of(help.refused());
      for (OptionSpec option : command.getCommandSpec().options()) {
        int times = option.hidden() || refused.contains(option.longestName()) ? 0 : 1;
        Pattern line =
            Pattern.compile("(?m)^  (-\\w, )?" + Pattern.quote(option.longestName()) + "(,| |$)");
        assertThat(line.matcher(new OptionList(true).render(command.getHelp())).results())
            .as(command.getCommandSpec().qualifiedName() + " " + option.longestName())
            .hasSize(times);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 120, 160})
  void noLineIsLongerThanTheWidth(int width) {
    assertThat(Stream.of(true, false).flatMap(all -> commands(width, all).stream()))
        .allSatisfy(command ->
            assertThat(command.getUsageMessage().lines())
                .as(command.getCommandSpec().qualifiedName())
                .allMatch(line -> line.length() <= width));
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 160})
  void theListShowsOneWholeSentencePerCommand(int width) {
    for (CommandLine command : commands(width)) {
      for (CommandLine below : shown(command)) {
        String sentence = below.getCommandSpec().usageMessage().description()[0];
        assertThat(sentence).matches("[A-Z][^.]*\\.|[A-Z][^.]*\\. [A-Z][^.]*\\.");
        assertThat(command.getUsageMessage())
            .containsPattern(
                "(?m)^  " + below.getCommandName() + " +" + Pattern.quote(sentence) + "$");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 160})
  void linesBreakOnlyWhereTheNextWordHasNoRoom(int width) {
    for (CommandLine command : commands(width)) {
      for (String paragraph : paragraphs(command)) {
        List<String> lines = asShown(paragraph, command.getUsageMessage());
        for (int i = 0; i + 1 < lines.size(); i++) {
          String next = lines.get(i + 1).replaceAll("^((\\d+ )?\\S+).*", "$1");
          assertThat(lines.get(i).length() + 1 + next.length())
              .as("%s | %s", lines.get(i), next)
              .isGreaterThan(width);
        }
      }
    }
  }

  /// Command lines are no sentences: they begin with a command, or continue one.
  private static List<String> paragraphs(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    List<String> all =
        Stream.concat(Stream.of(usage.description()), Stream.of(usage.footer()))
            .filter(text -> !text.isEmpty() && !text.matches("(goodput|curl|source|nsys|  --).*"))
            .toList();
    assertThat(all)
        .as(command.getCommandSpec().qualifiedName())
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).matches(SENTENCES));
    return all;
  }

  private static List<String> asShown(String paragraph, String help) {
    String words =
        Stream.of(paragraph.split(" ")).map(Pattern::quote).collect(Collectors.joining("\\s"));
    Matcher found = Pattern.compile("^" + words + "$", Pattern.MULTILINE).matcher(help);
    assertThat(found.find()).as("%s in %s", paragraph, help).isTrue();
    return found.group().lines().toList();
  }

  @Test
  void examplesCanBeCopiedFromAnEightyColumnTerminal() {
    assertThat(commands(80))
        .allSatisfy(command ->
            assertThat(command.getCommandSpec().usageMessage().footer())
                .filteredOn(line -> line.matches("(goodput|curl|source|nsys|  --).*"))
                .allMatch(line -> String.format(line).length() <= 80));
  }

  @Test
  void helpIsAsWideAsTheTerminalWithinReason() {
    assertThat(widest(40)).isEqualTo(60);
    assertThat(widest(100)).isEqualTo(100);
    assertThat(widest(400)).isEqualTo(120);
  }

  private static int widest(int columns) {
    CommandLine root = commands(80).getFirst();
    HelpText.fit(
        root,
        TerminalScreen.plain(new PrintStream(new ByteArrayOutputStream(), false, UTF_8), columns));
    return root.getCommandSpec().usageMessage().width();
  }
}
