package dev.goodput.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runner.ExitCode;
import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The help of a command names the exit codes that it can end with, and no others.
class ExitCodeHelpTest {
  private static void helpNames(String command, EnumSet<ExitCode> codes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(new String[] {command, "--help-all"}, out, System.err);
    for (ExitCode exit : ExitCode.values()) {
      Pattern named = Pattern.compile("(?m)^ +" + exit.code() + " ");
      assertThat(named.matcher(out.toString(UTF_8)).find())
          .as(command + " and " + exit)
          .isEqualTo(codes.contains(exit));
    }
  }

  @Test
  void aSearchAndASaturationMayBeInconclusiveAndABenchNot() {
    EnumSet<ExitCode> of = EnumSet.allOf(ExitCode.class);
    of.remove(ExitCode.REGRESSED);
    helpNames("search", of);
    helpNames("saturate", of);
    of.remove(ExitCode.INCONCLUSIVE);
    helpNames("bench", of);
  }

  @Test
  void aReportEndsByNoSignal() {
    EnumSet<ExitCode> of = EnumSet.allOf(ExitCode.class);
    of.removeAll(EnumSet.of(ExitCode.INTERRUPTED, ExitCode.TERMINATED));
    helpNames("report", of);
  }

  /// Nothing but a gate, or the report of one, says that something regressed.
  @Test
  void aGateListsRegressionAndAComparisonDoesNot() {
    EnumSet<ExitCode> of = EnumSet.allOf(ExitCode.class);
    helpNames("gate", of);
    of.remove(ExitCode.REGRESSED);
    helpNames("compare", of);
  }
}
