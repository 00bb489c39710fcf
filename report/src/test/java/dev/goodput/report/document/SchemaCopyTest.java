package dev.goodput.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SchemaCopyTest {
  @Test
  void isTheSameInDocumentationAndProgram() throws IOException {
    Path copy = Path.of("..", "docs", "result.schema.json");
    assertThat(Files.readString(copy)).isEqualTo(ResultDocument.schema());
  }
}
