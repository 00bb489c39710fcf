package dev.goodput.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.record.Outcome;
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
