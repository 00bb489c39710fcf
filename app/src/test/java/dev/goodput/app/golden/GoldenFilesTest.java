package dev.goodput.app.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.runner.signals.Signals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// Everything that a run in virtual time prints and writes, compared with files that were reviewed.
///
/// A change of wording or shape shows as a diff of these files. To accept it, run this test with
/// `-Dgolden=update`, then read `git diff app/src/test/resources/golden` before you commit. Dates,
/// the machine and the version are replaced by words, and long rows of numbers by their length.
@Isolated
class GoldenFilesTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("golden"));
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final Path RUNS = Path.of("target/golden");
  private static final int LONGEST_ROW = 8;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();

  @AfterEach
  void handSignalsBack() {
    former.forEach(Runnable::run);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "bench    | bench --virtual --rate 4 --duration 20s",
        "missed   | bench --virtual --rate 40 --duration 10s --slo ttft<=20ms",
        "levels   | bench --virtual --concurrency 1,4 --requests 20",
        "repeats  | bench --virtual --rate 4 --requests 60 --repeats 5",
        "saturate | saturate --virtual --to 8",
        "search   | search --virtual",
        "compare  | compare --virtual --profile-a h100/llama-3.1-8b --profile-b a100/llama-3.1-8b",
      })
  void everyOutputIsAsItWasReviewed(String name, String command) throws IOException {
    Path folder = RUNS.resolve(name);
    deleteAll(folder);
    Files.createDirectories(folder);
    Map<String, String> written = outputs(folder, command);
    Path golden = GOLDEN.resolve(name);
    if (UPDATE) {
      deleteAll(golden);
      Files.createDirectories(golden);
      for (Map.Entry<String, String> file : written.entrySet()) {
        Files.writeString(golden.resolve(file.getKey()), file.getValue());
      }
    }
    assertThat(written.keySet()).containsExactlyInAnyOrderElementsOf(namesIn(golden));
    for (Map.Entry<String, String> file : written.entrySet()) {
      assertThat(file.getValue())
          .as(file.getKey())
          .isEqualTo(Files.readString(golden.resolve(file.getKey())));
    }
  }

  private static Map<String, String> outputs(Path folder, String command) throws IOException {
    Path run = folder.resolve("run");
    Path summary = folder.resolve("summary.md");
    Path junit = folder.resolve("junit.xml");
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of("--out", run.toString()));
    line.addAll(List.of("--summary-md", summary.toString(), "--junit", junit.toString()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));

    Map<String, String> written = new LinkedHashMap<>();
    written.put("terminal.txt", stable(out.toString(UTF_8)) + "\nexit code " + exit + "\n");
    written.put("summary.md", stable(Files.readString(summary)));
    written.put("junit.xml", stable(Files.readString(junit)));
    written.put("result.json", shortened(Files.readString(run.resolve("result.json"))));
    written.put("page.json", shortened(data(Files.readString(run.resolve("report.html")))));
    return written;
  }

  /// The figures that a page carries.
  private static String data(String page) {
    String begin = "<script type=\"application/json\" id=\"goodput-data\">";
    int from = page.indexOf(begin) + begin.length();
    return page.substring(from, page.indexOf("</script>", from));
  }

  private static String stable(String text) {
    return text.replaceAll("20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
        .replaceAll("\\d{1,2} [A-Z][a-z]+ 20\\d\\d, \\d\\d:\\d\\d UTC", "TIME")
        .replaceAll("\\d+ × [^\"]*, Java [^\"\n]*", "HOST")
        .replaceAll("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?(?=\")", "VERSION");
  }

  private static String shortened(String json) {
    return stable(JSON.writeValueAsString(shortened(JSON.readTree(json)))) + "\n";
  }

  private static JsonNode shortened(JsonNode node) {
    if (node instanceof ArrayNode array && array.size() > LONGEST_ROW && array.get(0).isNumber()) {
      return JSON.getNodeFactory().stringNode(array.size() + " numbers");
    }
    if (node instanceof ArrayNode array && array.size() > LONGEST_ROW) {
      ArrayNode few = JSON.createArrayNode();
      for (int i = 0; i < LONGEST_ROW; i++) {
        few.add(shortened(array.get(i)));
      }
      return few.add(array.size() - LONGEST_ROW + " more");
    }
    if (node instanceof ArrayNode array) {
      ArrayNode all = JSON.createArrayNode();
      array.forEach(each -> all.add(shortened(each)));
      return all;
    }
    if (node.isObject()) {
      var all = JSON.createObjectNode();
      node.properties()
          .forEach(member -> {
            boolean host = member.getKey().equals("host") && member.getValue().isObject();
            all.set(
                member.getKey(),
                host ? JSON.getNodeFactory().stringNode("HOST") : shortened(member.getValue()));
          });
      return all;
    }
    return node;
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> Objects.requireNonNull(file.getFileName()).toString())
          .collect(Collectors.toList());
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
