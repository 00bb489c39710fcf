package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

final class CommandLineReaderTest {
  private static final RootCommand ROOT = RootCommand.find();
  private static final Map<String, CommandLine> ALL = CommandLineReader.of(ROOT).getSubcommands();

  private static Stream<String> commands() {
    return ALL.keySet().stream().filter(name -> !name.equals("help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void setsUpOnlyTheCommandThatIsTyped(String name) {
    CommandLine line = CommandLineReader.goodput(ROOT, List.of(name, "--help"));

    assertThat(line.getCommandName()).isEqualTo("goodput");
    assertThat(line.getSubcommands()).containsOnlyKeys(name);
    assertThat(described(name, line.getSubcommands())).isEqualTo(described(name, ALL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "help bench", "--help", "--version bench", "forecast --url http://h"})
  void setsUpAllCommandsWhereTheFirstArgumentIsNone(String typed) {
    CommandLine line =
        CommandLineReader.goodput(ROOT, typed.isEmpty() ? List.of() : List.of(typed.split(" ")));

    assertThat(line.getSubcommands()).containsOnlyKeys(ALL.keySet());
  }

  @Test
  void readsArgumentsThatStartWithAnAtSignAsTheyAre() {
    CommandLine line = CommandLineReader.goodput(ROOT, List.of("bench"));

    assertThat(line.isExpandAtFiles()).isFalse();
  }

  /// The name, options and commands below a command.
  private static String described(String name, Map<String, CommandLine> commands) {
    CommandLine command = Objects.requireNonNull(commands.get(name));
    Map<String, CommandLine> below = command.getSubcommands();
    return command.getCommandSpec().qualifiedName()
        + command.getCommandSpec().options().stream().map(OptionSpec::toString).sorted().toList()
        + below.keySet().stream().map(each -> described(each, below)).toList();
  }
}
