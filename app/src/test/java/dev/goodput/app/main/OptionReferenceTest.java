package dev.goodput.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The option reference, `docs/reference/options.md`, written from the model of the command line.
/// After a change of an option: `./mvnw -q -pl app -am test -Dtest=OptionReferenceTest
/// -Dgolden=update`, then read the diff.
final class OptionReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/options.md");
  private static final Pattern DEFAULT = Pattern.compile("\\s*\\(default: ([^()]*)\\)");

  @Test
  void thePageListsEveryOptionOfEveryCommand() throws IOException {
    String page = page(ManualCommand.commands());
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(page)
        .as("update with -Dgolden=update")
        .isEqualTo(Files.exists(PAGE) ? Files.readString(PAGE) : "");
    assertThat(page)
        .contains("| `--rate R[,R…]` |", "## goodput baseline set", "## goodput gateway")
        .doesNotContain("rehearse", "truth-server");
  }

  private static String page(List<CommandLine> commands) {
    StringBuilder page = new StringBuilder();
    page.append("# Options\n\n")
        .append("All options of all commands, as `goodput COMMAND --help-all` lists them. ")
        .append("This page is generated.\n");
    for (CommandLine command : commands) {
      Map<String, List<OptionSpec>> groups = OptionList.groups(command.getCommandSpec());
      page.append("\n## ").append(command.getCommandSpec().qualifiedName()).append("\n\n");
      String[] description = command.getCommandSpec().usageMessage().description();
      page.append(String.format(description[0])).append('\n');
      groups.forEach((heading, options) -> table(heading, options, page));
    }
    return page.toString();
  }

  private static void table(String heading, List<OptionSpec> options, StringBuilder page) {
    if (!heading.isEmpty()) {
      page.append("\n**").append(heading).append("**\n");
    }
    page.append("\n| option | what | default |\n|---|---|---|\n");
    for (OptionSpec option : options) {
      String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
      String text = String.join(" ", option.description());
      Matcher matcher = DEFAULT.matcher(text);
      String standard = matcher.find() ? matcher.group(1) : "";
      page.append("| `")
          .append(cell(String.join("`, `", Stream.of(option.names()).toList()) + value))
          .append("` | ")
          .append(cell(matcher.replaceFirst("")))
          .append(" | ")
          .append(cell(standard))
          .append(" |\n");
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
