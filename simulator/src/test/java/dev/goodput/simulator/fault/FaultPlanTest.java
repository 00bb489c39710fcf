package dev.goodput.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.simulator.SimulatorException;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
  @Test
  void readsKindsArgumentsAndShares() {
    FaultPlan plan = FaultPlan.parse("reject:429:7=0.05, cut:12=0.01,crlf");
    assertThat(plan.rules())
        .containsExactly(
            new FaultPlan.Rule(new Fault(FaultKind.REJECT, 429, 7), .05),
            new FaultPlan.Rule(new Fault(FaultKind.CUT, 12, 0), .01),
            new FaultPlan.Rule(Fault.of(FaultKind.CRLF), 1));
  }

  @Test
  void hasAKindForEachName() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(FaultPlan.parse(kind.label()).rules())
          .containsExactly(new FaultPlan.Rule(Fault.of(kind), 1));
    }
  }

  @Test
  void hitsTheShareThatWasAskedForTheSameEachTime() {
    FaultPlan plan = FaultPlan.parse("reject=0.2,cut=0.5");
    int rejected = 0;
    int both = 0;
    for (int i = 0; i < 20_000; i++) {
      FaultSet hit = plan.draw(3, i);
      assertThat(plan.draw(3, i)).isEqualTo(hit);
      rejected += hit.has(FaultKind.REJECT) ? 1 : 0;
      both += hit.has(FaultKind.REJECT) && hit.has(FaultKind.CUT) ? 1 : 0;
    }
    assertThat(rejected / 20_000.0).isCloseTo(.2, within(.012));
    assertThat(both / 20_000.0).isCloseTo(.1, within(.01));
  }

  @Test
  void strikesOneRequestWhateverHappensToTheNext() {
    FaultPlan plan = FaultPlan.parse("reject=0.5,cut=0.5");
    int alike = 0;
    for (int i = 0; i < 20_000; i++) {
      boolean cut = plan.draw(3, i).has(FaultKind.CUT);
      alike += cut == plan.draw(3, i + 1).has(FaultKind.REJECT) ? 1 : 0;
    }
    assertThat(alike / 20_000.0).isCloseTo(.5, within(.02));
  }

  @Test
  void keepsTheCrashForTheServer() {
    FaultPlan plan = FaultPlan.parse("crash:5:2,comments");
    assertThat(plan.crash()).isEqualTo(new Fault(FaultKind.CRASH, 5, 2));
    assertThat(plan.draw(1, 1).has(FaultKind.CRASH)).isFalse();
    assertThat(FaultPlan.NONE.crash()).isNull();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> FaultPlan.parse("explode"))
        .isInstanceOf(SimulatorException.UnknownName.class)
        .hasMessageContaining("\"explode\"")
        .hasMessageContaining("stall");
    assertThatThrownBy(() -> FaultPlan.parse("cut=2"))
        .isInstanceOf(SimulatorException.BadOption.class)
        .hasMessageContaining("between 0 and 1");
    for (String bad :
        new String[] {
          "cut=x",
          "cut:-1",
          "cut:1:2:3",
          "stall:NaN",
          "cut=",
          "reject:200",
          "reject:600",
          "error-event:5"
        }) {
      assertThatThrownBy(() -> FaultPlan.parse(bad))
          .as(bad)
          .isInstanceOf(SimulatorException.BadOption.class);
    }
  }
}
