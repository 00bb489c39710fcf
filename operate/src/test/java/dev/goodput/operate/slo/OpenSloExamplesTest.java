package dev.goodput.operate.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples of OpenSLO's own repository (see `NOTICE`). All promise what needs no error budget
/// of counted requests, or are incomplete, so each is refused with its reason.
final class OpenSloExamplesTest {
  private static String example(String name) throws IOException {
    try (InputStream in = OpenSloExamplesTest.class.getResourceAsStream("openslo/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "budgeting-method-occurences-slo.yaml | 26:11: spec.objectives[0].op is not supported: it"
            + " belongs to thresholdMetric; use a ratioMetric",
        "budgeting-method-ratio-timeslices.yaml | 32:11: spec.objectives[0].op is not supported",
        "budgeting-method-timeslices-slo.yaml | 34:5: spec.objectives must hold one objective,"
            + " found 2; write an SLO for each",
        "treat-low-traffic-as-equally-important-timeslices-slo.yaml | 33:11:"
            + " spec.objectives[0].op is not supported",
        "readme-slo.yaml | 7:3: spec.budgetingMethod is missing",
        "readme-alert-policy.yaml | 4:9: metadata.name must be up to 63 of a-z, 0-9 and -, not at"
            + " an end, found \"AlertPolicy\"",
      })
  void refusesWithPlaceAndReason(String name, String report) throws IOException {
    String text = example(name);
    assertThatThrownBy(() -> SloFile.parse(name, text))
        .isInstanceOf(BadSettingException.class)
        .message()
        .startsWith(name + ":")
        .contains(report);
  }

  /// Without its `op`, what remains of an example is refused for the next thing that rules cannot
  /// express.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "budgeting-method-ratio-timeslices.yaml | budgetingMethod must be Occurrences or"
            + " Timeslices, found RatioTimeslices",
        "treat-low-traffic-as-equally-important-timeslices-slo.yaml | timeSliceWindow must be 5m,"
            + " found 1m: rules record slices of 5 min",
      })
  void refusesTheRestOfAnExample(String name, String report) throws IOException {
    String text = example(name).replaceAll("\n +op: gt", "");
    assertThatThrownBy(() -> SloFile.parse(name, text)).message().contains(report);
  }

  /// The example of an SLO in the README, with the README's indicator for Prometheus, a window and
  /// a method.
  @Test
  void readsTheReadmesSloOnceItIsComplete() throws IOException {
    String slo = example("readme-slo.yaml");
    String indicator =
        example("readme-ratio-metric.yaml")
            .lines()
            .map(line -> "      " + line)
            .collect(Collectors.joining("\n"));
    String whole =
        slo.substring(0, slo.indexOf("      ratioMetric:"))
            + indicator
            + "\n  timeWindow: [{duration: 4w, isRolling: true}]\n"
            + "  budgetingMethod: Occurrences\n"
            + slo.substring(slo.indexOf("  objectives:"));
    ServiceObjective read = SloFile.parse("slo.yaml", whole).objectives().getFirst();
    assertThat(read.name()).isEqualTo("foo-slo");
    assertThat(read.target()).isEqualByComparingTo("0.98");
    assertThat(read.period().toDays()).isEqualTo(28);
    assertThat(read.source().total("rate", "5m"))
        .isEqualTo(
            "sum(rate(localhost_server_requests{code=\"total\",host=\"*\","
                + "instance=\"127.0.0.1:9090\"}[5m]))");
  }
}
