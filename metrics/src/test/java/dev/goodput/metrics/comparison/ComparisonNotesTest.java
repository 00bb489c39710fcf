package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonNotesTest {
  @Test
  void ignoresThatRunsWithOtherSeedsRequestOtherLengths() {
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(120, 120))).isEmpty();
  }

  @Test
  void reportsThatOneSideEndsItsResponsesEarlier() {
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(120, 90)))
        .contains(
            "B's responses have 90 tokens on average and A's 100, so the work was not the same:"
                + " request full lengths (--ignore-eos)");
  }

  private static List<LevelResult> run(int requested, int generated) {
    return List.of(
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .requested(10, requested)
                    .chunks(1, 2)
                    .usage(10, generated)
                    .make(),
                RequestMaker.at(9)
                    .requested(10, requested)
                    .chunks(10, 12)
                    .usage(10, generated)
                    .make())));
  }
}
