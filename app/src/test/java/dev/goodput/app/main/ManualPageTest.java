package dev.goodput.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

final class ManualPageTest {
  @TempDir private Path folder;

  @Test
  void everyShownCommandHasAPage() throws IOException {
    assertThat(new CommandLine(new ManualCommand()).execute(folder.toString())).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("goodput.1", "goodput-bench.1", "goodput-baseline-set.1", "goodput-gateway.1")
          .doesNotContain("goodput-manual.1", "goodput-rehearse.1", "goodput-truth-server.1");
    }
    assertThat(folder.resolve("goodput-gate.1"))
        .content()
        .contains("[\\-\\-max\\-regression 2%] [OPTIONS]")
        .doesNotContain("%%");
    assertThat(folder.resolve("goodput-bench.1"))
        .content()
        .startsWith(".TH GOODPUT\\-BENCH 1 ")
        .contains(".SH NAME\ngoodput\\-bench \\- ", ".SH OPTIONS\n", ".SS Load\n")
        .contains("\\fB\\-\\-rate\\fR \\fIR[,R…]\\fR\n")
        .contains(".SH EXIT STATUS\n.TP\n\\fB0\\fR\n", "\\fBgoodput\\fR(1)");
  }

  @Test
  void textThatRoffWouldReadAsACommandIsEscaped() {
    CommandSpec odd = CommandSpec.wrapWithoutInspection(new Object()).name("odd");
    odd.addOption(OptionSpec.builder("-x").arity("1").paramLabel("A|B").description("'a").build());
    odd.usageMessage()
        .description(".dots, 'quotes' and \\ in a-b.")
        .customSynopsis("odd -x")
        .footer("odd .nf \\");
    List<String> lines = ManualPage.of(new CommandLine(odd)).lines().toList();
    assertThat(lines)
        .contains(
            "odd \\- .dots, 'quotes' and \\e in a\\-b", "odd \\-x", "\\fB\\-x\\fR \\fIA|B\\fR")
        .contains("\\&'a", "odd .nf \\e");
  }
}
