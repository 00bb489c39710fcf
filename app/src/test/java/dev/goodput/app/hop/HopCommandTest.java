package dev.goodput.app.hop;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A look at a proxy from the command line to the exit code, and what is there after it.
@Timeout(240)
@Order(1)
class HopCommandTest {
  private final Spoken typed = new Spoken();

  @TempDir private Path directory = Path.of("");

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  /// Two names of one address: whatever is found, no proxy did it.
  @Test
  void runsEachCheckAndWritesItsReports() throws IOException {
    String port = freePort();
    String out = directory.resolve("hop").toString();
    int exit =
        typed.run(
            "hop",
            "--via",
            "http://localhost:" + port,
            "--embedded",
            port,
            "--rate",
            "30",
            "--duration",
            "300ms",
            "--output-tokens",
            "4",
            "--junit",
            directory.resolve("hop.xml").toString(),
            "--out",
            out);
    // Nobody but the upstream itself listens there, so that nothing tells that it is down.
    assertThat(exit).as(typed.err() + typed.out()).isEqualTo(7);
    assertThat(typed.out()).contains("✔ bytes unchanged", "✘ upstream down", "hop.html");
    JsonNode found = document(directory.resolve("hop/hop.json"));
    assertThat(found.at("/duties")).hasSize(14);
    assertThat(found.at("/why").asString()).contains("upstream down");
    assertThat(directory.resolve("hop/hop.html")).content().contains("renderHop");
    assertThat(directory.resolve("hop/a/report.html")).exists();
    assertThat(directory.resolve("hop.xml")).content().contains("testcase", "upstream down");

    assertThat(typed.run("report", out, "--json", "--quiet")).isEqualTo(7);
    assertThat(JsonMapper.shared().readTree(typed.out())).isEqualTo(found);
  }

  private static JsonNode document(Path file) throws IOException {
    String json = Files.readString(file);
    String schema = Files.readString(Path.of("..", "docs", "hop.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(json, InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --direct http://a:1                                | which proxy
          --via http://a:1                                   | which server is behind the proxy
          --via http://a:1 --direct http://b:1 --embedded 91 | remove one
          --via http://a:1 --embedded 70000                  | --embedded needs a port
          --via http://a:1 --embedded here                   | --embedded needs a port
          --via http://a:1 --embedded 91 --endpoint ollama   | --embedded answers as chat and completions do
          --via http://a:1 --direct http://b:1 --no-stream   | --no-stream
          --via http://a:1 --direct http://b:1 --pairs 4     | --pairs must be between 5 and
          --via http://a:1 --direct http://b:1 --rate 0      | --rate must be above 0
          """)
  void refusesInvalidOptions(String options, String message) {
    assertThat(typed.run(("hop " + options).split(" +"))).isEqualTo(2);
    assertThat(typed.err()).contains(message);
  }

  @Test
  void reportsAnUnreachableProxy() throws IOException {
    String port = freePort();
    String via = "http://127.0.0.1:" + freePort();
    assertThat(typed.run("hop", "--via", via, "--embedded", port)).isEqualTo(3);
    assertThat(typed.err()).contains(via);
  }
}
