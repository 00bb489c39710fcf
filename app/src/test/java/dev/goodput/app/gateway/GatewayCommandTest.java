package dev.goodput.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.ExitCode;
import dev.goodput.app.Spoken;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of a command line before anything is begun.
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
  void takesWhatCanWork(String options) {
    assertThat(check(options)).as(typed.err()).isEqualTo(ExitCode.GOOD.code());
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
          --upstream http:a:8000                          | --upstream must begin with http:// or \
          https://
          --upstream http://a/llm/v1/chat/completions     | --upstream must not hold what each request \
          brings itself: leave out /v1/chat/completions
          --upstream http://localhost:9001                | --upstream is where the gateway itself \
          listens: one of the two needs another port
          --upstream http://localhost:9000                | --upstream is where the gateway itself \
          listens: one of the two needs another port
          """)
  void saysWhichOptionIsAtFault(String options, String words) {
    assertThat(check(options)).isEqualTo(ExitCode.USAGE.code());
    assertThat(typed.err()).contains("goodput: " + words).doesNotContain("--admin");
  }
}
