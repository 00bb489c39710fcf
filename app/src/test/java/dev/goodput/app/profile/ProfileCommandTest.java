package dev.goodput.app.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandTest {
  private static final String LAYERS =
      """
      [{"count": 10}, {"name": "/mlp/MatMul", "timeMs": 6}, {"name": "<norm>|x", "timeMs": 4}]
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("layers.json"), text).toString();
  }

  @Test
  void printsADocumentOfEachFile() throws IOException {
    String file = file(LAYERS);
    assertThat(run("profile", file, file, "--json", "--top", "1")).isZero();
    String schema = Files.readString(Path.of("..", "docs", "profile.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(out.toString(UTF_8), InputFormat.JSON))
        .isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"bound\" : \"matrix\"").doesNotContain("norm");
  }

  @Test
  void writesMarkdownWithSafeNames() throws IOException {
    Path summary = directory.resolve("profile.md");
    assertThat(run("profile", file(LAYERS), "--summary-md", summary.toString())).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("Bound by matrix multiplication: 60 % of the GPU time");
    assertThat(summary).content().contains("| &lt;norm>\\|x | 40 % | 4.00 ms | 10 | 400 µs |");
  }

  @Test
  void endsWithTheUsageCodeForABadFile() throws IOException {
    assertThat(run("profile", file("[{\"count\": 10}"))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("layers.json is cut off after 1 events");
    assertThat(run("profile", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("none does not exist");
    assertThat(run("profile", file(LAYERS), "--top", "0")).isEqualTo(2);
  }
}
