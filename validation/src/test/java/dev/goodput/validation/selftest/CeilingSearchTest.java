package dev.goodput.validation.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CeilingSearchTest {
  private static final StampError ERROR = StampError.of(new long[] {30_000, 40_000, 90_000});

  private static CeilingStep step(int requested, double achieved, ClientHealth.Verdict verdict) {
    List<ClientHealth.Cause> causes =
        verdict == ClientHealth.Verdict.TRUSTED
            ? List.of()
            : List.of(
                new ClientHealth.Cause("it was late", "use more cores or a lower rate"),
                new ClientHealth.Cause("it paused", "use more cores or a lower rate"));
    return new CeilingStep(
        requested,
        requested / 50,
        achieved,
        ERROR,
        new ClientHealth(verdict, causes, List.of(), null, null, null, 0.25, null, null, 0, null));
  }

  private static CeilingStep trusted(int requested) {
    return step(requested, requested, ClientHealth.Verdict.TRUSTED);
  }

  private static final CeilingSearch TURNED =
      new CeilingSearch(
          1, List.of(trusted(5_000), step(20_000, 20_000, ClientHealth.Verdict.CLIENT_BOUND)));

  @Test
  void endsWhereTheVerdictChanges() {
    assertThat(TURNED.ceiling()).hasValue(5_000);
    assertThat(TURNED.reached()).isEqualTo("trusted up to 5,000 events/s");
    assertThat(TURNED.limit()).isEqualTo("at 20,000 events/s client-bound: it was late; it paused");
  }

  @Test
  void ignoresAStepThatTheServerDidNotReach() {
    CeilingSearch search =
        new CeilingSearch(
            1, List.of(trusted(5_000), step(9_000, 8_000, ClientHealth.Verdict.TRUSTED)));

    assertThat(search.ceiling()).hasValue(5_000);
    assertThat(search.limit())
        .contains("at 9,000 events/s the test server on this machine could not send");
  }

  @Test
  void reportsThatNoStepWasTrusted() {
    CeilingSearch search =
        new CeilingSearch(4, List.of(step(20_000, 20_000, ClientHealth.Verdict.SUSPECT)));

    assertThat(search.ceiling()).isEmpty();
    assertThat(search.reached()).isEqualTo("not trusted at any step");
  }

  @Test
  void showsEachLadderWithItsCeilingWithin80Columns() {
    CeilingSearch several = new CeilingSearch(4, List.of(trusted(200_000)));
    String text = new SelftestResult(ERROR, List.of(TURNED, several)).text();

    assertThat(text)
        .contains("stamp error, no load  p50 40 µs  p99 90 µs  max 90 µs")
        .contains("one event per write: trusted up to 5,000 events/s")
        .contains("4 events per write: trusted up to 200,000 events/s")
        .contains("still trusted at the highest step");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(text.lines().filter(line -> line.contains("40 / 90 µs"))).hasSize(3);
  }

  @Test
  void keepsEachLadderApartInJson() {
    CeilingSearch several = new CeilingSearch(4, List.of(trusted(200_000)));
    JsonNode document =
        JsonMapper.shared().readTree(new SelftestResult(ERROR, List.of(TURNED, several)).json());

    assertThat(document.get("stamp_error_us").get("p50").asDouble()).isEqualTo(40);
    JsonNode turned = document.get("ladders").get(0);
    assertThat(turned.get("ceiling_events_per_s").asInt()).isEqualTo(5_000);
    assertThat(turned.get("steps").get(1).get("verdict").asString()).isEqualTo("client-bound");
    assertThat(turned.get("steps").get(1).get("stamp_error_us").get("p99").asDouble())
        .isEqualTo(90);
    assertThat(document.get("ladders").get(1).get("events_per_write").asInt()).isEqualTo(4);
    assertThat(turned.get("steps").get(0).propertyNames())
        .noneMatch(name -> name.startsWith("loop"));
  }

  @Test
  void showsNoMaximumAsAPercentile() {
    Distribution few =
        new Distribution(true, 30, 0.2, 0.1, 0.1, 0.2, 0.3, null, null, null, 0.4, 30.0);
    CeilingStep step =
        new CeilingStep(
            5_000,
            100,
            5_000,
            ERROR,
            new ClientHealth(
                ClientHealth.Verdict.TRUSTED,
                List.of(),
                List.of(),
                null,
                few,
                null,
                0.25,
                null,
                null,
                0,
                null));
    SelftestResult result = new SelftestResult(ERROR, List.of(new CeilingSearch(1, List.of(step))));
    JsonNode written = JsonMapper.shared().readTree(result.json()).at("/ladders/0/steps/0");

    assertThat(written.has("loop_lag_p99_ms")).isFalse();
    assertThat(written.get("loop_lag_max_ms").asDouble()).isEqualTo(0.4);
    assertThat(result.text()).contains("max 0.40 ms");
  }

  @Test
  void hasAStep() {
    assertThatThrownBy(() -> new CeilingSearch(1, List.of()))
        .hasMessageContaining("at least one step");
  }
}
