package dev.goodput.app.slo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SloInitCommandTest {
  @TempDir private Path directory;
  private final Spoken typed = new Spoken();

  @Test
  void keepsAFileThatSomebodyEdited() throws IOException {
    Path file = directory.resolve("slo.yaml");
    assertThat(typed.run("slo", "init", "chat", "--out", file.toString())).isZero();
    String edited = Files.readString(file) + "# mine\n";
    Files.writeString(file, edited);

    assertThat(typed.run("slo", "init", "chat", "--out", file.toString())).isEqualTo(2);
    assertThat(typed.err()).contains(file + ": the file exists");
    assertThat(file).content().isEqualTo(edited);
  }

  @Test
  void aFileBecomesRulesAndTheirPromises() {
    String file = directory.resolve("slo.yaml").toString();
    assertThat(typed.run("slo", "init", "chat", "--out", file)).isZero();
    assertThat(typed.run("alerts", "generate", "--slo", file)).isZero();
    assertThat(typed.out()).contains("alert: GoodputBudgetBurnFast");
    assertThat(typed.err()).contains("A total outage pages within 12m", "10.5 min / 21.0 min");
  }

  @Test
  void aPresetInPlaceOfAFileIsExplained() {
    assertThat(typed.run("alerts", "generate", "--slo", "chat")).isEqualTo(2);
    assertThat(typed.err()).contains("chat is a preset, not a file", "goodput slo init chat");
  }
}
