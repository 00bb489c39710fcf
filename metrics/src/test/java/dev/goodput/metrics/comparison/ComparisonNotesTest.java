package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComparisonNotesTest {
  @Test
  void ignoresThatRunsWithOtherSeedsRequestSlightlyOtherLengths() {
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(108, 108))).isEmpty();
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(101, 100))).isEmpty();
  }

  @Test
  void reportsThatOneSideRequestedLongerResponses() {
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(120, 120)))
        .contains(
            "B's responses have 120 tokens on average and A's 100, because other lengths were"
                + " requested (another seed or workload), so the work was not the same");
  }

  @ParameterizedTest
  @CsvSource({"120, 90, 75", "125, 100, 80", "100, 97, 97"})
  void reportsThatOneSideEndsItsResponsesEarlier(int requested, int generated, String percent) {
    assertThat(ComparisonNotes.ofResponseLengths(run(100, 100), run(requested, generated)))
        .contains(
            "B's responses have "
                + percent
                + " % of the requested length and A's 100 %, so the work was not the same:"
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
