package dev.goodput.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks the documentation of `gateway.yaml`.
class GatewayDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SECRET_FILE = Pattern.compile("file:/[\\w./-]+");
  private static final Map<String, String> ENVIRONMENT = Map.of("QWEN_KEY", "sk-test");

  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z][^`]*)` \\|([^|]*)\\|([^|]*)\\|.*\\|");

  @TempDir private Path directory;

  /// The documentation's words for these types; it describes the values of all other types.
  private static final Map<ValueType<?>, String> WORDS =
      Map.of(
          ValueType.INT, "number",
          ValueType.DECIMAL, "number",
          ValueType.BOOLEAN, "true or false",
          ValueType.SIZE, "size",
          ValueType.TIME, "time",
          ValueType.TIME_OR_NONE, "time",
          ValueType.SHARE, "share",
          ValueType.PEM, "file",
          ValueType.CA_CERTIFICATES, "file",
          ValueType.SECRET, "secret");

  /// A row of the documentation's table.
  private record Row(String path, String value, String defaultValue) {}

  /// A key with its full path.
  private record Place(String path, Key<?, ?> key) {}

  private static List<Place> places(String above, List<? extends Key<?, ?>> keys) {
    List<Place> places = new ArrayList<>();
    for (Key<?, ?> key : keys) {
      ValueType<?> type = key.type();
      boolean named = type.innerKeys().stream().anyMatch(each -> each.name().equals("NAME"));
      boolean list = !type.innerKeys().isEmpty() && type.part() == null && !named;
      String path = above + key.name() + (list ? "[]" : "");
      places.add(new Place(path, key));
      places.addAll(places(path + ".", type.innerKeys()));
    }
    return places;
  }

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(ROOT.resolve("docs/reference/gateway.md")).stream()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(row -> new Row(row.group(1), row.group(2).strip(), row.group(3).strip()))
        .toList();
  }

  private GatewayPlan read(String yaml) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret");
    String here = SECRET_FILE.matcher(yaml).replaceAll("file:" + secret);
    return GatewayFile.parse("example", here, ENVIRONMENT);
  }

  @Test
  void theTableHasEveryKeyInItsOrder() throws IOException {
    assertThat(rows().stream().map(Row::path))
        .containsExactlyElementsOf(
            places("", GatewayKeys.ROOT.keys()).stream().map(Place::path).toList());
  }

  @Test
  void theTableSaysWhatTheValueOfAKeyIsAndWhatIsUsual() throws IOException {
    Map<String, Row> rows =
        rows().stream().collect(Collectors.toMap(Row::path, Function.identity()));
    for (Place place : places("", GatewayKeys.ROOT.keys())) {
      Key<?, ?> key = place.key();
      Row row = rows.getOrDefault(place.path(), new Row(place.path(), "no row", ""));
      String word = WORDS.get(key.type());
      if (word != null) {
        assertThat(row.value()).as(row.path()).isEqualTo(word);
      }
      // The defaults of other types are described in prose.
      boolean value = word != null && !word.equals("secret") && !word.equals("file");
      if (value && key.defaultValue() != null) {
        assertThat(typed(key, row.defaultValue())).as(row.path()).isEqualTo(key.defaultValue());
      }
    }
  }

  private static @Nullable Object typed(Key<?, ?> key, String value) {
    YamlNode.Mapping mapping =
        YamlReader.read("docs", key.name() + ": \"" + value + "\"\n", "a key");
    Section.Source source = new Section.Source("docs", Map.of());
    return key.read(new Section(source, "", mapping, List.of(key.name())));
  }

  @Test
  void theTextSaysWhichKeysWaitForARestart() throws IOException {
    String docs = Files.readString(ROOT.resolve("docs/reference/gateway.md"));
    String sentence = docs.substring(docs.indexOf("which wait for a restart:"));
    assertThat(sentence.substring(0, sentence.indexOf("No stream is dropped")))
        .contains(
            places("", GatewayKeys.ROOT.keys()).stream()
                .filter(each -> each.key().restart())
                .map(each -> "`" + each.path() + "`")
                .toList());
  }

  @Test
  void theExamplesCanBeRead() throws IOException {
    Matcher example = EXAMPLE.matcher(Files.readString(ROOT.resolve("docs/reference/gateway.md")));
    int examples = 0;
    while (example.find()) {
      assertThat(read(example.group(1)).upstreams()).isNotEmpty();
      examples++;
    }
    assertThat(examples).isEqualTo(2);
  }

  @Test
  void theConfigurationOfTheDeploymentCanBeRead() throws IOException {
    String deployment = Files.readString(ROOT.resolve("deploy/gateway.yaml"));
    String inside =
        Stream.of(deployment.substring(deployment.indexOf("gateway.yaml: |")).split("\\n", -1))
            .skip(1)
            .takeWhile(line -> line.startsWith("    "))
            .map(line -> line.substring(4) + "\n")
            .reduce("", String::concat);
    GatewayPlan plan = read(inside);
    assertThat(plan.admin().token()).isNotNull();
    assertThat(plan.protection().timeouts().drainNanos()).isEqualTo(100_000_000_000L);
  }
}
