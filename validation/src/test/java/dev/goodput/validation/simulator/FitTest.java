package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fits logs of the simulated engine itself, whose parameters are known.
class FitTest {
  private static final EngineSetup SETUP =
      new EngineSetup(EngineProfile.named("h100", "llama-3.1-8b"), 0, "", List.of());

  private static EngineLog logOf(Efficiency truth) {
    VirtualEngine engine = new VirtualEngine(SETUP.profile().withEfficiency(truth));
    List<EngineLog.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      EngineRequest request = EngineRequest.of(100 + 37 * i % 1500, 20 + 53 * i % 200);
      engine.at(
          i * 1_000_000L,
          () -> engine.submit(request, (call, nanos) -> entries.add(entry(request, call, nanos))));
    }
    engine.run();
    return new EngineLog("invented", SETUP, entries, 0, true);
  }

  private static EngineLog.Entry entry(EngineRequest request, VirtualCall call, long nanos) {
    return new EngineLog.Entry(request, call.arrivalNanos(), call.firstTokenNanos(), nanos);
  }

  @Test
  void findsTheValuesThatMadeALog() {
    Efficiency truth = Efficiency.DEFAULT.withMemory(.6).withCompute(.4);
    Validation fitted = Validation.of(logOf(truth), List.of(Parameter.MEMORY, Parameter.COMPUTE));
    assertThat(fitted.rmsRelativeError()).isLessThan(2e-3);
    assertThat(fitted.profile().efficiency().memory()).isCloseTo(.6, within(.01));
    assertThat(fitted.profile().efficiency().compute()).isCloseTo(.4, within(.01));
  }

  @Test
  void rejectsAValueAboveThePeak() {
    Efficiency fast = Efficiency.DEFAULT.withMemory(1.6).withOverheadSeconds(2);
    List<Parameter> fitted = List.of(Parameter.MEMORY, Parameter.COMPUTE, Parameter.OVERHEAD);
    EngineLog log = logOf(Efficiency.DEFAULT);
    assertThat(new Validation(log, SETUP.profile().withEfficiency(fast), fitted, List.of()).notes())
        .singleElement()
        .asString()
        .startsWith("memory 1.60 is more than the peak of this GPU: is it the GPU");
  }

  @Test
  void changesNoFixedParameter() {
    Efficiency truth = Efficiency.DEFAULT.withMemory(.6);
    Validation plain = Validation.of(logOf(truth), List.of());
    assertThat(plain.profile().efficiency()).isEqualTo(SETUP.profile().efficiency());
    assertThat(plain.rmsRelativeError()).isGreaterThan(.02);
    assertThat(Validation.of(logOf(Efficiency.DEFAULT), List.of()).rmsRelativeError()).isZero();
  }
}
