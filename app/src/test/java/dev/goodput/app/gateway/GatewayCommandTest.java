package dev.goodput.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import dev.goodput.runner.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checks the errors about a command line before anything starts.
class GatewayCommandTest {
  private final Spoken typed = new Spoken();

  private int check(String options) {
    return typed.run(("gateway --check " + options).split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "--listen :8080 --upstream http://127.0.0.1:9000",
    "--upstream http://vllm_server:8000",
    "--upstream HTTPS://vllm --insecure",
    "--upstream vllm:8000"
  })
  void acceptsAWorkingConfiguration(String options) {
    assertThat(check(options)).as(typed.err()).isEqualTo(ExitCode.GOOD.code());
  }

  @Test
  void triesTheAddressesOfThisMachineAndListensOnNone() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      assertThat(check("--upstream http://a --listen " + address)).isEqualTo(0);
      assertThat(typed.out()).contains(" note      " + address + " is in use");
    }
    assertThat(check("--upstream http://a --listen 192.0.2.1:9000")).isEqualTo(2);
    assertThat(typed.err())
        .contains(
            "goodput: --listen 192.0.2.1:9000 cannot be used to listen: that address is not of this"
                + " machine");
    assertThat(check("--upstream http://a --listen nobody.invalid:9000")).isEqualTo(2);
    assertThat(typed.err()).contains("--listen nobody.invalid:9000", "unknown host");
    assertThat(check("--upstream http://a --admin-open --admin 192.0.2.1:9001")).isEqualTo(2);
    assertThat(typed.err()).contains("goodput: --admin 192.0.2.1:9001 cannot be used to listen");
  }

  @Test
  void triesThePlacesOfFilesAndLeavesThemAsTheyAre(@TempDir Path parent) throws Exception {
    Path file = Files.writeString(parent.resolve("there.jsonl"), "old");
    String free = parent + "/new/log --capture " + parent + "/new.jsonl";

    assertThat(check("--upstream http://a --log " + free)).as(typed.err()).isEqualTo(0);
    assertThat(check("--upstream http://a --log " + file + "/log")).isEqualTo(2);
    assertThat(typed.err()).contains("goodput: --log " + file + "/log cannot hold run directories");
    assertThat(check("--upstream http://a --capture " + parent + "/no/new.jsonl")).isEqualTo(2);
    assertThat(typed.err())
        .contains("new.jsonl cannot be written: there is no " + parent + "/no; create it first");
    assertThat(check("--upstream http://a --capture " + file)).isEqualTo(2);
    assertThat(typed.err()).contains("goodput: --capture " + file + " already exists");
    assertThat(check("--upstream http://a --capture " + parent)).isEqualTo(2);
    assertThat(typed.err()).contains("is a directory; name a file");
    assertThat(file).hasContent("old");
    assertThat(parent).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void namesThePlaceOfUnavailableResources(@TempDir Path parent) throws Exception {
    Path there = Files.writeString(parent.resolve("traffic.jsonl"), "");
    Path config = parent.resolve("gateway.yaml");
    String plan = "upstreams: [{url: 'http://a'}]\nlog: {dir: '%s'}\ncapture: {file: '%s'}\n";

    Files.writeString(config, plan.formatted(there, there));
    assertThat(typed.run("gateway", "--check", "--config", config.toString())).isEqualTo(2);
    assertThat(typed.err()).contains("gateway.yaml:2:12: log.dir " + there + " cannot hold");
    Files.writeString(config, plan.formatted(parent, there));
    assertThat(typed.run("gateway", "--check", "--config", config.toString())).isEqualTo(0);
    assertThat(typed.out()).contains(" note      " + there + " already exists: when the gateway");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --listen :8000 --upstream http://127.0.0.1:8000 | --upstream is where the gateway itself \
          listens: one of the two needs another port
          --upstream http://a --log d --log-share 200%    | --log-share must be above 0 and at \
          most 1, found 2.0
          --upstream http:a:8000                          | --upstream must start with http:// or \
          https://
          --upstream http://a/llm/v1/chat/completions     | --upstream ends with the API path \
          /v1/chat/completions, but clients send that path: use http://a/llm
          --upstream http://localhost:9001                | --upstream is where the gateway itself \
          listens: one of the two needs another port
          --upstream http://localhost:9000                | --upstream is where the gateway itself \
          listens: one of the two needs another port
          """)
  void namesTheWrongOption(String options, String words) {
    assertThat(check(options)).isEqualTo(ExitCode.USAGE.code());
    assertThat(typed.err()).contains("goodput: " + words).doesNotContain("--admin");
  }
}
