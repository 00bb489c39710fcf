package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloTemplate;
import dev.goodput.runner.AppException;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SloArgumentTest {
  private static final String CHAT = SloTemplate.of(Slo.parse("chat"));

  @TempDir private Path directory;

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("slo.yaml"), text).toString();
  }

  /// Returns a file with the SLOs `chat` and `long`, whose class is `premium`.
  private String twoSlos() throws IOException {
    String other =
        CHAT.substring(CHAT.indexOf("---") + 4)
            .replace("name: chat", "name: long")
            .replace("{slo: chat}", "{slo: \"p99 e2el<=30s\", class: premium}")
            .replace("target: 0.95", "target: 0.99");
    return file(CHAT + "---\n" + other);
  }

  @Test
  void readsPresetsAndExpressions() {
    assertThat(SloArgument.of("chat"))
        .isEqualTo(new SloArgument(Slo.parse("chat"), "chat", OptionalDouble.empty()));
    assertThat(SloArgument.of("p95 ttft<=200ms"))
        .isEqualTo(
            new SloArgument(Slo.parse("p95 ttft<=200ms"), "default", OptionalDouble.empty()));
    assertThatThrownBy(() -> SloArgument.of("p95 ttft"))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageStartingWith("--slo \"p95 ttft\": ");
  }

  @Test
  void takesBoundsClassAndTargetFromAFile() throws IOException {
    assertThat(SloArgument.of(file(CHAT)))
        .isEqualTo(new SloArgument(Slo.parse("chat"), "chat", OptionalDouble.of(0.95)));
  }

  @Test
  void choosesAnSloByName() throws IOException {
    String both = twoSlos();
    assertThat(SloArgument.of(both + "#long"))
        .isEqualTo(new SloArgument(Slo.parse("p99 e2el<=30s"), "premium", OptionalDouble.of(0.99)));
    assertThatThrownBy(() -> SloArgument.of(both))
        .isInstanceOf(AppException.Usage.class)
        .hasMessage("--slo %1$s holds 2 SLOs; write --slo %1$s#NAME with one of chat, long", both);
    assertThatThrownBy(() -> SloArgument.of(both + "#short"))
        .isInstanceOf(AppException.Usage.class)
        .hasMessage("--slo %s holds no SLO short; it has chat, long", both);
  }

  /// The target of time slices is a share of slices, not of requests.
  @Test
  void timeSlicesHaveNoTargetOfRequests() throws IOException {
    String slices =
        file(
            CHAT.replace("budgetingMethod: Occurrences", "budgetingMethod: Timeslices")
                .replace("target: 0.95", "target: 0.99\n      timeSliceTarget: 0.95"));
    assertThat(SloArgument.of(slices).attainment()).isEmpty();
  }

  @Test
  void rejectsAnSloWithoutBounds() throws IOException {
    String counters =
        file(
            CHAT.replace(
                "{type: goodput, spec: {slo: chat}}",
                "{type: Prometheus, spec: {query: a_total}}"));
    assertThatThrownBy(() -> SloArgument.of(counters))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining("SLO chat has no bounds; it needs type: goodput");
  }

  @Test
  void namesFileAndPlaceOfAMistake() throws IOException {
    String broken = file(CHAT.replace("target: 0.95", "target: 95"));
    assertThatThrownBy(() -> SloArgument.of(broken))
        .isInstanceOf(BadSettingException.class)
        .message()
        .startsWith(broken + ":")
        .contains("must be above 0.5 and below 1, found 95");
    String missing = directory.resolve("none.yml").toString();
    assertThatThrownBy(() -> SloArgument.of(missing))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(missing);
  }
}
