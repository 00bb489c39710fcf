package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HeadlineTest {
  @Test
  void saysHowManyOfTheLevelsRan() {
    assertThat(Headline.parts(asked(InventedResult.levels(), 3))).contains("3 load levels");
    assertThat(Headline.parts(asked(InventedResult.levels(), 5))).contains("3 of 5 load levels");
    assertThat(Headline.parts(asked(SampleRuns.killed(), 2)))
        .contains("poisson 8/s", "1 of 2 load levels");
    assertThat(Headline.parts(SampleRuns.killed())).noneMatch(part -> part.contains("load level"));
  }

  private static ReportInput asked(ReportInput in, long levels) {
    return in.with(in.manifest().with("run.levels", levels), List.of());
  }
}
