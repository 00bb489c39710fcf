package dev.goodput.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.LogPlan.AlwaysStored;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SamplingTest {
  private static final Outcome OK = new Outcome.Ok("stop");

  @Test
  @Tag("property")
  void keepsOrLeavesASessionAsAWhole() {
    Sampling tenth = Sampling.of(.1);
    int kept = 0;
    for (int session = 0; session < 5000; session++) {
      String name = "s" + session;
      boolean first = tenth.keeps(Exchanges.at(session * 3L, 0, 1000, name, OK));
      assertThat(tenth.keeps(Exchanges.at(session * 3L + 1, 9, 1000, name, OK)))
          .as(name)
          .isEqualTo(first);
      kept += first ? 1 : 0;
    }
    assertThat(kept).isBetween(400, 600);
  }

  @Test
  void keepsWhatIsAlwaysToBeKept() {
    Sampling few =
        new Sampling(1e-9, record -> record.outcome() instanceof Outcome.Reset, "failed");
    assertThat(few.keeps(Exchanges.at(5, 0, 1000, "", new Outcome.Reset("")))).isTrue();
    assertThat(few.keeps(Exchanges.at(5, 0, 1000, "", OK))).isFalse();
  }

  private static Sampling always(AlwaysStored... kinds) {
    LogPlan plan = LogPlan.in(Path.of("log"));
    LogPlan few =
        new LogPlan(
            plan.directory(),
            1e-9,
            plan.rotateBytes(),
            plan.rotateNanos(),
            plan.capBytes(),
            Set.of(kinds));
    return Sampling.of(few, List.of(new SloClass("chat", Slo.parse("ttft<=200ms"))));
  }

  /// The first token of [Exchanges] comes in the middle of the exchange.
  @Test
  void keepsWholeWhatFailedAndWhatWasOutsideTheBoundsOfItsClass() {
    RequestRecord fast = Exchanges.at(5, 0, 100_000_000, "", OK);
    RequestRecord slow = Exchanges.at(5, 0, 1_000_000_000, "", OK);
    RequestRecord failed = Exchanges.at(5, 0, 100_000_000, "", new Outcome.Reset(""));

    Sampling both = always(AlwaysStored.FAILED, AlwaysStored.SLOW);
    assertThat(both.keeps(fast)).isFalse();
    assertThat(both.keeps(slow)).isTrue();
    assertThat(both.keeps(failed)).isTrue();
    assertThat(both.note()).contains("whatever else was failed or slow");

    assertThat(always(AlwaysStored.FAILED).keeps(slow)).isFalse();
    assertThat(always(AlwaysStored.SLOW).keeps(failed)).isFalse();
    assertThat(always().keeps(failed)).isFalse();
  }

  @Test
  void refusesAShareThatIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> Sampling.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Sampling.of(1.1));
  }

  @Test
  void tellsWhatAPartIs() {
    assertThat(Sampling.ALL.note()).isEmpty();
    assertThat(Sampling.of(.005).note())
        .isEqualTo(
            "the log holds 0.5 % of the traffic, by session: rates and counts are of that part");
  }
}
