package dev.goodput.app.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import dev.goodput.gateway.plan.GatewayPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written of `gateway.yaml` elsewhere is true.
class GatewayDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SECRET_FILE = Pattern.compile("file:/[\\w./-]+");
  private static final Pattern ARGUMENT = Pattern.compile("\\n            - (gateway|--\\S+)");
  private static final Map<String, String> ENVIRONMENT = Map.of("QWEN_KEY", "sk-test");

  @TempDir private Path directory;

  private static String row(ConfigKey key) {
    return "| `%s` | %s | %s | %s |"
        .formatted(key.path(), key.kind(), key.usual(), key.text().replace("|", "\\|"));
  }

  private GatewayPlan read(String yaml) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret");
    String here = SECRET_FILE.matcher(yaml).replaceAll("file:" + secret);
    return GatewayFile.parse("example", here, ENVIRONMENT);
  }

  @Test
  void theTableOfKeysIsThatOfTheReader() throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("docs/gateway.md"));
    assertThat(lines).containsAll(ConfigKeys.ALL.stream().map(GatewayDocsTest::row).toList());
    assertThat(
            lines.stream().filter(line -> line.matches("\\| `[a-z-]+(\\[]|\\.|`).*\\|.*\\|.*\\|")))
        .hasSize(ConfigKeys.ALL.size());
  }

  @Test
  void theExamplesCanBeRead() throws IOException {
    Matcher example = EXAMPLE.matcher(Files.readString(ROOT.resolve("docs/gateway.md")));
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
    assertThat(plan.guard().deadlines().drainNanos()).isEqualTo(100_000_000_000L);
  }

  @Test
  void theCommandLineOfTheSidecarCanBeTaken() throws IOException {
    String sidecar = Files.readString(ROOT.resolve("deploy/gateway-sidecar.yaml"));
    String container = sidecar.substring(0, sidecar.indexOf("      containers:"));
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret");
    List<String> args =
        ARGUMENT
            .matcher(container)
            .results()
            .map(each -> each.group(1).replaceAll("/etc/goodput-secret/[\\w-]+", "" + secret))
            .toList();
    Spoken typed = new Spoken();
    assertThat(typed.run(args, "--check")).as(typed.err()).isZero();
    assertThat(container).contains("mountPath: /etc/goodput-secret\n");
  }
}
