package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class GoodputTextTest {
  private static final Pattern PART = Pattern.compile("([\\d.,]+) of ([\\d.,]+) (.*)");

  @Test
  void showsEachRateAsAPartOfAnUpperBound() {
    List.of(InventedResult.good(), InventedResult.slowDrain(), SampleRuns.missing())
        .forEach(in -> {
          List<String> parts = parts(in);
          assertPart(parts.getFirst(), "requests/s");
          assertThat(parts.get(1)).matches("useful work [\\d.]+ %");
        });
  }

  @Test
  void isEmptyWithoutAnSlo() {
    assertThat(parts(SampleRuns.few())).isEmpty();
  }

  @Test
  void isUnknownIfTheLogIsIncomplete() {
    assertThat(parts(SampleRuns.killed())).containsExactly(GoodputTable.NOT_WHOLE);
  }

  private static void assertPart(String text, String unit) {
    Matcher matcher = PART.matcher(text);
    assertThat(matcher.matches()).as(text).isTrue();
    assertThat(matcher.group(3)).isEqualTo(unit);
    assertThat(number(matcher.group(1))).as(text).isLessThanOrEqualTo(number(matcher.group(2)));
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private static List<String> parts(ReportInput in) {
    return LevelFigures.goodput(in.result().levels().getFirst());
  }
}
