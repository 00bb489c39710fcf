package dev.goodput.findings.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
  private static final Manifest MANIFEST =
      Manifest.empty()
          .with("target.url", "https://gpu-7.acme.internal:8443/v1")
          .with("host.name", "vm")
          .with("run.id", "acme-poc")
          .with("run.workload", "azure-conv")
          .with(
              "run.command",
              "goodput bench --url https://gpu-7.acme.internal:8443 --ca certs/acme.pem"
                  + " --server-metrics node3:9100 --out acme-poc --workload azure-conv");

  private final Redaction redaction = Redaction.of(MANIFEST, Path.of("/data/acme/acme-poc"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST https://gpu-7.acme.internal:8443/v1/models: 404 | POST https://server-1/v1/models:"
            + " 404",
        "https://gpu-7.acme.internal:8443/v1?key=k. | https://server-1.",
        "gpu-7.acme.internal is down | server-1 is down",
        "connection to 10.1.2.3:8000 refused | connection to server-3 refused",
        "http://[2001:db8::7]:8000 | http://server-3",
        "refused: /[2001:db8:0:0:0:0:0:5]:8000 | refused: /server-3",
        "listening on 127.0.0.1:8443, testcase goodput.acme.pem | listening on server-3, testcase"
            + " goodput.path-1",
        "read /raid/acme/w.jsonl, C:\\Users\\jo\\w.jsonl | read path-4, path-5",
        "POST /v1/chat/completions, /openai/v1/models, req/s | POST /v1/chat/completions,"
            + " /openai/v1/models, req/s",
        "--rate 8 --url http://HOST:PORT | --rate 8 --url http://HOST:PORT",
        "http://user:pass@box/x and http://box/y | http://server-3 and http://server-3",
        "--server-metrics node3:9100 | --server-metrics server-2",
        "--ca certs/acme.pem --seed 42 | --ca path-1 --seed 42",
        "cannot write /data/acme/acme-poc/report.html: disk full | cannot write path-3/report.html:"
            + " disk full",
        "read /home/jo/acme/w.jsonl:17 | read path-4:17",
        "\"name\" : \"vm\", \"vm\" : 1 | \"name\" : \"host\", \"vm\" : 1",
        "a vm of 2 cores, 100 tokens/s, n/a | a vm of 2 cores, 100 tokens/s, n/a",
        "virtual:h100/llama-3.1-8b, meta-llama/Llama-3.1-8B | virtual:h100/llama-3.1-8b,"
            + " meta-llama/Llama-3.1-8B",
        "Goodput 0.1.0, 2026-11-26T12:33:25.491Z | Goodput 0.1.0, 2026-11-26T12:33:25.491Z",
      })
  void replacesOnlyAddressesAndPaths(String text, String redacted) {
    assertThat(redaction.apply(text)).isEqualTo(redacted);
  }

  @Test
  void givesOneNameToOneAddress() {
    assertThat(redaction.apply("http://10.0.0.9:1 http://10.0.0.9:2 http://10.0.0.9:1"))
        .isEqualTo("http://server-3 http://server-4 http://server-3");
  }
}
