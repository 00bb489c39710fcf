package dev.goodput.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Spoken;
import dev.goodput.app.watch.CanaryServer.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs a watch from the command line to the exit code.
@Timeout(120)
class WatchCommandTest {
  private final Spoken typed = new Spoken();
  @TempDir private Path directory = Path.of("");

  private int watch(String url, String options) {
    List<String> all = new ArrayList<>(List.of("watch", "--url", url));
    all.addAll(List.of("--output-tokens", Integer.toString(CanaryServer.OUTPUT_TOKENS)));
    all.addAll(List.of("--slo", "p95 ttft<=500ms"));
    all.addAll(List.of(options.split(" ")));
    return typed.run(all.toArray(String[]::new));
  }

  private List<JsonNode> lines(String kind) {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema());
    List<JsonNode> found = new ArrayList<>();
    for (String line : typed.out().lines().toList()) {
      assertThat(schema.validate(line, InputFormat.JSON)).as(line).isEmpty();
      JsonNode read = JsonMapper.shared().readTree(line);
      if (kind(read, kind)) {
        found.add(read);
      }
    }
    return found;
  }

  private static String schema() {
    try {
      return Files.readString(Path.of("..", "docs", "watch.schema.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean kind(JsonNode line, String kind) {
    return line.get("kind").asString().equals(kind);
  }

  private static String closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--every 1s | no server to probe; name one with --url URL",
        "--url http://h:1 --every 10ms | --every must be at least 100ms, found 10ms",
        "--url http://h:1 --requests 0 | --requests must be between 1 and 64, found 0",
        "--url http://h:1 --output-tokens 1 | --output-tokens must be 2 or more, found 1",
        "--url http://h:1 --timeout 0 | --timeout must be above 0",
        "--url http://h:1 --count 0 | --count must be 1 or more, found 0",
        "--url http://h:1 --count 3 --duration 2m | --count and --duration both end the watch",
        "--url http://h:1 --duration 1s | --duration is shorter than --every",
        "--url http://h:1 --rotate 1h | --rotate needs --runs DIR",
        "--url http://h:1 --admin-open | need --admin ADDRESS",
        "--url http://h:1 --admin 0.0.0.0:9002 | can be reached from other machines",
        "--url http://h:1 --slo chatt | chatt",
        "--url http://h:1 --attainment 0 | --attainment must be above 0",
        "--url http://h:1 --endpoint chatt | --endpoint",
        "--url ftp://h:1 | ftp",
        "--url http://h:1 --evry 3s | --every",
      })
  void reportsCommandLineErrorsInOneLine(String options, String message) {
    List<String> all = new ArrayList<>(List.of("watch"));
    all.addAll(List.of(options.split(" ")));
    assertThat(typed.run(all.toArray(String[]::new))).isEqualTo(2);
    assertThat(typed.err()).contains(message).hasLineCount(1);
  }

  @Test
  void probesOnScheduleAndReportsEachProbeAndTheEnd() {
    try (CanaryServer server = CanaryServer.start(_ -> Mode.GOOD)) {
      assertThat(watch(server.url(), "--every 200ms --count 4 --requests 2 --json")).isZero();
      assertThat(server.probes()).isEqualTo(8);
      assertThat(server.differentPrompts()).isEqualTo(8);
    }
    List<JsonNode> probes = lines("look");
    assertThat(probes).hasSize(4).allMatch(each -> each.get("slo_met").asBoolean());
    List<Instant> moments =
        probes.stream().map(each -> Instant.parse(each.get("at").asString())).sorted().toList();
    for (int i = 1; i < moments.size(); i++) {
      assertThat(moments.get(i)).isEqualTo(moments.get(0).plusMillis(200L * i));
    }
    JsonNode end = lines("end").getFirst();
    assertThat(end.get("requests").asInt()).isEqualTo(8);
    assertThat(end.at("/slo/good").asInt()).isEqualTo(8);
    assertThat(end.at("/slo/low").asDouble()).isLessThan(.95);
    assertThat(end.at("/ttft_ms/p95").isNull()).isTrue();
    assertThat(typed.err()).contains("too few requests for 95 % confidence", "36,000 requests");
  }

  @Test
  void measuresAnOutageAndReportsTheRecovery() {
    try (CanaryServer server =
        CanaryServer.start(i -> i >= 2 && i < 5 ? Mode.OVERLOADED : Mode.GOOD)) {
      assertThat(watch(server.url(), "--every 200ms --count 8 --json")).isEqualTo(4);
    }
    assertThat(lines("down")).hasSize(1);
    assertThat(lines("down").getFirst().get("why").asString()).startsWith("http_error 503");
    JsonNode back = lines("back").getFirst();
    assertThat(back.get("looks").asInt()).isEqualTo(3);
    assertThat(back.get("least_s").asDouble()).isEqualTo(.4);
    assertThat(back.get("most_s").asDouble()).isEqualTo(.8);
    assertThat(lines("end").getFirst().at("/by_outcome/http_error").asInt()).isEqualTo(3);
    assertThat(typed.err()).contains("is DOWN since", "is up since");
  }

  @Test
  void continuesWhileTheServerIsUnreachable() throws IOException {
    int exit = watch(closedPort(), "--every 100ms --count 25 --model m --json");
    assertThat(exit).isEqualTo(4);
    assertThat(lines("look")).hasSize(25);
    assertThat(lines("end").getFirst().at("/by_outcome/refused").asInt()).isEqualTo(25);
    assertThat(typed.err()).contains("not there yet, watched all the same");
  }

  @Test
  void anUnreachableServerNeedsAModelName() throws IOException {
    assertThat(watch(closedPort(), "--count 1")).isEqualTo(3);
    assertThat(typed.err()).contains("with --model NAME the watch starts anyway");
  }

  @Test
  void aHangingServerDelaysNoLaterProbe() {
    try (CanaryServer server = CanaryServer.start(i -> i == 0 ? Mode.HANGS : Mode.GOOD)) {
      assertThat(watch(server.url(), "--every 100ms --count 5 --timeout 1500ms --json"))
          .isEqualTo(4);
    }
    List<JsonNode> probes = lines("look");
    // All other probes were answered while it hung, and it is reported last.
    assertThat(probes).extracting(each -> each.get("look").asInt()).hasSize(5).last().isEqualTo(0);
    assertThat(probes.getLast().at("/requests/0/outcome").asString()).isEqualTo("timeout_total");
    assertThat(lines("back")).hasSize(1);
  }

  @Test
  void aTruncatedStreamIsAFailureAndASlowOneMissesTheSlo() {
    try (CanaryServer server =
        CanaryServer.start(i -> i == 1 ? Mode.CUT : i == 2 ? Mode.SLOW : Mode.GOOD)) {
      String options = "--every 300ms --count 3 --max-error-rate 50% --json";
      assertThat(watch(server.url(), options)).isEqualTo(6);
    }
    JsonNode end = lines("end").getFirst();
    assertThat(end.at("/by_outcome/truncated").asInt()).isOne();
    assertThat(end.at("/by_outcome/ok").asInt()).isEqualTo(2);
    assertThat(end.at("/slo/good").asInt()).isOne();
  }

  @Test
  void probesAreStoredAsARun() throws IOException {
    try (CanaryServer server = CanaryServer.start(_ -> Mode.GOOD)) {
      assertThat(watch(server.url(), "--every 100ms --count 6 --runs " + directory)).isZero();
    }
    assertThat(typed.out()).contains("time", "met     ok", "100 % of 6 probes");
    try (Stream<Path> inside = Files.list(directory)) {
      Path run = inside.findFirst().orElseThrow();
      assertThat(run.getFileName().toString()).endsWith("-watch");
      assertThat(typed.run("report", run.toString(), "--json", "--quiet")).isZero();
    }
    JsonNode level = JsonMapper.shared().readTree(typed.out()).at("/levels/0");
    assertThat(level.at("/requests/ok").asInt()).isEqualTo(6);
  }

  @Test
  void severalServersAreProbedSeparately() {
    try (CanaryServer good = CanaryServer.start(_ -> Mode.GOOD);
        CanaryServer bad = CanaryServer.start(_ -> Mode.OVERLOADED)) {
      int exit = watch(good.url(), "--url " + bad.url() + " --every 200ms --count 3 --json");
      assertThat(exit).isEqualTo(4);
      assertThat(good.probes()).isEqualTo(3);
      assertThat(bad.probes()).isEqualTo(3);
    }
    assertThat(lines("end")).extracting(each -> each.get("failed").asInt()).containsExactly(0, 3);
    assertThat(lines("down")).hasSize(1);
  }

  @Test
  void oneServerIsNotWatchedTwice() {
    try (CanaryServer server = CanaryServer.start(_ -> Mode.GOOD)) {
      assertThat(watch(server.url(), "--count 1 --url " + server.url() + "/")).isEqualTo(2);
      assertThat(typed.err()).contains("--url names a server twice");
      assertThat(server.probes()).isZero();
    }
  }
}
