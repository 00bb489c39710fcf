package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Delays;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.metrics.hop.ProxyTestResult;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.Manifest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HopRecordTest {
  private static ProxyTestResult result(@Nullable SideFailure failure, CheckFinding... findings) {
    return new ProxyTestResult(
        "server", "proxy", true, 20, new Delays(0, 0, List.of()), List.of(findings), failure, "");
  }

  @Test
  void keepsEachFindingWithItsFigures() {
    List<CheckFinding> findings =
        List.of(
            CheckFinding.passed(ProxyCheck.BYTES, "as they were sent"),
            CheckFinding.broken(ProxyCheck.COALESCING, "6 steps: \"held\"")
                .withRemedy("proxy_buffering off;")
                .with("via_steps", 6)
                .with("via_step_gap_ms", 153.25));
    Manifest kept = HopRecord.addTo(Manifest.empty(), findings);
    assertThat(HopRecord.findings(kept)).isEqualTo(findings);
  }

  @Test
  void readsTheFormerNameOfAnUnknownResult() {
    CheckFinding finding = CheckFinding.unknown(ProxyCheck.DELAY, "no pairs");
    Manifest kept = HopRecord.addTo(Manifest.empty(), List.of(finding));
    Manifest former = Manifest.empty();
    for (var entry : kept.values().entrySet()) {
      String value = entry.getValue().equals("unknown") ? "untold" : entry.getValue();
      former = former.with(entry.getKey(), value);
    }
    assertThat(former).isNotEqualTo(kept);
    assertThat(HopRecord.findings(former)).containsExactly(finding);
  }

  @Test
  void isHarmfulIfOneCheckFailsWhateverElseIsUnknown() {
    CheckFinding open = CheckFinding.unknown(ProxyCheck.DELAY, "no pairs");
    CheckFinding broken = CheckFinding.broken(ProxyCheck.CUT, "looks whole");
    assertThat(result(null, open, broken).conclusion()).isEqualTo(Conclusion.REGRESSED);
    assertThat(result(null, open).conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
  }

  @Test
  void isHarmlessIfOnlyChecksThatNeedAnotherServerAreUnknown() {
    CheckFinding[] others =
        Arrays.stream(ProxyCheck.values())
            .map(check ->
                check.compareTo(ProxyCheck.COALESCING) > 0
                    ? CheckFinding.unknown(check, "not from here")
                    : CheckFinding.passed(check, "fine"))
            .toArray(CheckFinding[]::new);
    assertThat(result(null, others).conclusion()).isEqualTo(Conclusion.GOOD);
  }

  @Test
  void reportsADelayOnlyBeyondTheUncertaintyOfThePairs() {
    assertThat(delay(50, 40, 60).rating()).isEqualTo(CheckResult.BROKEN);
    assertThat(delay(50, -10, 110).rating()).isEqualTo(CheckResult.UNKNOWN);
    assertThat(delay(1, -40, 42).rating()).isEqualTo(CheckResult.KEPT);
    assertThat(new Delays(0, 0, List.of()).finding(20, "it was killed").message())
        .isEqualTo("cannot determine: it was killed");
  }

  @Test
  void writesMinusSignsLikeTheTable() {
    assertThat(delay(-1, -2.5, .5).message())
        .isEqualTo("TTFT p50 −1.0 ms (−2.5 to +0.5); limit 20 ms");
  }

  private static CheckFinding delay(double added, double low, double high) {
    Delays.Added ttft = new Delays.Added(Delays.Figure.TTFT_P50, 50, 50 + added, added, low, high);
    return new Delays(5, 0, List.of(ttft)).finding(20, "");
  }
}
