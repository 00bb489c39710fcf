package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineFigures;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GenAiAttributesTest {
  private final GenAiAttributes genAi = new GenAiAttributes(Map.of("a", at("10.0.0.7")));

  private static UpstreamIdentity at(String address) {
    return new UpstreamIdentity("unknown", address, 8000);
  }

  private void learn(long atNanos, String engine) {
    genAi.update(List.of(new EngineFigures(atNanos, "a", engine, 0, 0, Map.of())));
  }

  private String provider() {
    AttributesBuilder all = Attributes.builder();
    genAi.identity(all, "chat", "", "a");
    return String.valueOf(all.build().get(AttributeKey.stringKey("gen_ai.provider.name")));
  }

  @Test
  void documentsEveryMetricOfTheConventions() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "reference", "gateway-metrics.md"));
    for (GenAiMetric metric : GenAiMetric.values()) {
      assertThat(document).contains("`" + metric.metricName() + "`");
    }
  }

  @Test
  void keepsTheFirstNameOfAnEngineForStableTotals() {
    assertThat(provider()).isEqualTo("unknown");
    learn(4, "vllm");
    learn(9, "sglang");
    assertThat(provider()).isEqualTo("vllm");
  }

  @Test
  void forgetsTheNameIfTheUpstreamHasAnotherAddress() {
    learn(4, "vllm");
    genAi.know(Map.of("a", at("10.0.0.7")), 5);
    assertThat(provider()).isEqualTo("vllm");
    genAi.know(Map.of("a", at("10.0.0.8")), 9);
    assertThat(provider()).isEqualTo("unknown");
    learn(8, "vllm");
    assertThat(provider()).as("of the one before").isEqualTo("unknown");
    learn(9, "sglang");
    assertThat(provider()).isEqualTo("sglang");
  }
}
