package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.RootCommand;
import dev.goodput.record.Manifest;
import dev.goodput.report.NextCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class NextOptionsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "saturate | goodput search",
        "saturate --virtual --to 64 --seed 3 | goodput search --virtual --seed 3",
        "saturate --url http://h:1 --slo 'p95 ttft<=1s' --out d | goodput search --url http://h:1",
        "saturate --url=http://h:1 --level-time 9s | goodput search --url http://h:1",
        "saturate --workload 'my chats.jsonl' --from 2"
            + " | goodput search --workload 'my chats.jsonl'",
        "saturate --url https://h --timeout 9s --connect-timeout 1s --first-token-timeout 2s"
            + " --idle-timeout 3s --drain-timeout 4s --retries 2 --cancel-share 0.5"
            + " --cancel-after 2s --server-metrics off | goodput search --url https://h --timeout"
            + " 9s --connect-timeout 1s --first-token-timeout 2s --idle-timeout 3s"
            + " --drain-timeout 4s --retries 2 --cancel-share 0.5 --cancel-after 2s"
            + " --server-metrics off",
        "saturate --api-key-env KEY --header 'X-Org: ***'"
            + " | goodput search --api-key-env KEY --header \"X-Org: $X_ORG\"",
        "saturate --header 'Authorization: Bearer s3cret' | goodput search --api-key-env LLM_KEY",
        "saturate --header 'Authorization: Basic dTpz' | goodput search --header \"Authorization:"
            + " $AUTHORIZATION\"",
        "saturate --header 'Authorization: ***'"
            + " | goodput search --header \"Authorization: $AUTHORIZATION\"",
        "saturate --header 'X-Api-Key: s3cret' --header 'api-key: s3cret'"
            + " | goodput search --header \"X-Api-Key: $X_API_KEY\" --header \"api-key: $API_KEY\"",
        "saturate --endpoint messages --header 'Authorization: Bearer s3cret' | goodput search"
            + " --endpoint messages --header \"Authorization: $AUTHORIZATION\"",
        "saturate --header 'Authorization: Bearer s3cret' --api-key-file k"
            + " | goodput search --api-key-file k",
        "saturate --url=http://***@h --extra-body '***' --no-stream"
            + " | goodput search --url \"$URL\" --extra-body \"$EXTRA_BODY\" --no-stream"
      })
  void namesTheSameServerAndRequestsToAnotherCommand(String typed, String next) {
    assertThat(commands(typed).on("search")).isEqualTo(next);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "bench --url http://h:1 --rate 1,2 --duration 5s --slo chat --json --quiet --out d"
            + " | goodput bench --url http://h:1 --duration 5s --slo chat --rate 8",
        "bench --rate 2 --seed 7 --max-in-flight 4 --summary-md s.md"
            + " | goodput bench --seed 7 --max-in-flight 4 --rate 8",
        "gate --a http://a --b http://b --metrics ttft_p50,tpot_p50"
            + " | goodput gate --a http://a --b http://b --metrics ttft_p50,tpot_p50 --rate 8",
        "search --profiler-unknown --url http://h | goodput search --url http://h --rate 8",
      })
  void repeatsACommandWithOneOptionChanged(String typed, String next) {
    assertThat(commands(typed).again("--rate=8")).isEqualTo(next);
  }

  @Test
  void keepsNothingOfACommandThatItCannotRead() {
    for (String typed : List.of("", "goodput", "goodput forecast --url http://h")) {
      Manifest manifest = Manifest.empty().with("run.command", typed);
      assertThat(new NextOptions().addTo(manifest)).isEqualTo(manifest);
    }
  }

  @Test
  void everyOptionDeclaresWhereItGoes() {
    List<String> undeclared = new ArrayList<>();
    walk("goodput", CommandLineReader.of(RootCommand.find()), undeclared);
    assertThat(undeclared).isEmpty();
  }

  /// What is carried to another command must be an option there.
  @Test
  void everyCommandThatIsSuggestedTakesWhatIsCarriedToIt() {
    Map<String, CommandLine> commands = CommandLineReader.of(RootCommand.find()).getSubcommands();
    for (String from : List.of("bench", "search", "saturate")) {
      for (OptionSpec option :
          Objects.requireNonNull(commands.get(from)).getCommandSpec().options()) {
        if (CommandLineReader.carried(option).orElseThrow().value() == NextCommandRole.Into.ANY) {
          for (String to : List.of("bench", "search", "saturate")) {
            assertThat(
                    Objects.requireNonNull(commands.get(to))
                        .getCommandSpec()
                        .findOption(option.longestName()))
                .as(to + " " + option.longestName())
                .isNotNull();
          }
        }
      }
    }
  }

  private static void walk(String name, CommandLine command, List<String> undeclared) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.usageHelp()
          && !option.versionHelp()
          && CommandLineReader.carried(option).isEmpty()) {
        undeclared.add(name + " " + option.longestName());
      }
    }
    command.getSubcommands().forEach((sub, line) -> walk(name + " " + sub, line, undeclared));
  }

  private static NextCommands commands(String typed) {
    Manifest manifest = Manifest.empty().with("run.command", "goodput " + typed);
    return NextCommands.of(new NextOptions().addTo(manifest), "none");
  }
}
