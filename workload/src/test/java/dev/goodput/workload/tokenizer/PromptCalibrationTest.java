package dev.goodput.workload.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.tokenizer.PromptCalibration.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptCalibrationTest {

  @Test
  void estimatesCostAndOverheadFromTwoLengths() {
    PromptCalibration learned =
        PromptCalibration.learn(List.of(new Sample(100, 153), new Sample(300, 403)));

    assertThat(learned.tokensPerWord()).isCloseTo(1.25, within(1e-12));
    assertThat(learned.overheadTokens()).isEqualTo(28);
  }

  @Test
  void keepsTheUsualOverheadWhereOnlyOneLengthIsKnown() {
    PromptCalibration learned = PromptCalibration.learn(List.of(new Sample(100, 128)));

    assertThat(learned.overheadTokens()).isEqualTo(PromptCalibration.DEFAULT.overheadTokens());
    assertThat(learned.tokensPerWord()).isCloseTo(1.2, within(1e-12));
  }

  @Test
  void keepsTheDefaultWithoutUsableData() {
    PromptCalibration usual = PromptCalibration.DEFAULT;

    assertThat(PromptCalibration.learn(List.of())).isEqualTo(usual);
    assertThat(PromptCalibration.learn(List.of(new Sample(100, 3)))).isEqualTo(usual);
    assertThat(PromptCalibration.learn(List.of(new Sample(10, 90), new Sample(90, 10))))
        .isEqualTo(usual);
  }

  @Test
  void neverEstimatesANegativeOverhead() {
    PromptCalibration learned =
        PromptCalibration.learn(List.of(new Sample(10, 10), new Sample(100, 120)));

    assertThat(learned.overheadTokens()).isZero();
  }

  @Test
  void refusesInvalidValues() {
    assertThatThrownBy(() -> new PromptCalibration(0, 1)).hasMessageContaining("tokens per word");
    assertThatThrownBy(() -> new PromptCalibration(1, -1)).hasMessageContaining("overhead -1");
  }
}
