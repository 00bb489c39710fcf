package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormattingTest {
  @TempDir private Path temp;

  @Test
  void namesTheFilesThatTheFormatterWouldChangeAndLeavesThemAlone() throws Exception {
    Path good = write("Good.java", "final class Good {}\n");
    Path bad = write("Bad.java", "final   class Bad { }\n");
    assertThat(Formatting.unformatted(List.of(good, bad))).containsExactly(bad.toString());
    assertThat(bad).hasContent("final   class Bad { }");
  }

  @Test
  void namesTheFileThatCannotBeRead() throws Exception {
    Path broken = write("Broken.java", "final class {\n");
    assertThat(String.join("\n", Formatting.unformatted(List.of(broken)))).contains("Broken.java");
  }

  @Test
  void namesTheCommandThatContributorsAreTold() throws IOException {
    String message = Files.readString(Sources.root().resolve("CONTRIBUTING.md"));
    assertThat(message).contains(Formatting.COMMAND);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(temp.resolve(name), text);
  }
}
