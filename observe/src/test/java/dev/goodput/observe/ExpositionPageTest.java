package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpositionPageTest {
  private static final long SEED = 271828;

  private static ExpositionPage all(String page) {
    return ExpositionPage.read(page, _ -> true);
  }

  private static Sample only(String line) {
    List<Sample> samples = all(line + "\n").samples();
    assertThat(samples).as(line).hasSize(1);
    return samples.getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "a 1, 1",
    "a 1.5e+03, 1500",
    "a  -.5 1395066363000, -.5",
    "'a{}\t3', 3",
    "a NaN, NaN",
    "a nan, NaN",
    "a +Inf, Infinity",
    "a Inf 17, Infinity",
    "a -Inf, -Infinity",
    "'a{b=\"c\"} 2 # {trace_id=\"x\"} 0.67 1520879607.789', 2",
    "'a 2 1520879607.789 # {} 0.67', 2",
  })
  void readsNumbersAndLeavesTimestampsAndExemplarsAside(String line, double value) {
    Sample sample = only(line);
    assertThat(sample.name()).isEqualTo("a");
    assertThat(sample.value()).isEqualTo(Double.valueOf(value));
  }

  @Test
  void undoesTheEscapesOfLabels() {
    assertThat(only("a_b:c{ x = \"q\\\"u\\\\o\\nte\" , y=\"{},=# \\d\",} 1").labels())
        .isEqualTo(Map.of("x", "q\"u\\o\nte", "y", "{},=# \\d"));
    assertThat(only("a 1").label("x")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a{b=\"c\"}",
        "a one",
        "a 1f",
        "a 0x10",
        "a Infinity",
        "a 1 2 3",
        "a 1 later",
        "1a 1",
        "-a 1",
        "a{b=\"c\" 1",
        "a{b=\"c\"d=\"e\"} 1",
        "a{b=c} 1",
        "a{b} 1",
        "a{b=\"c} 1",
        "a{b=\"c\\",
        "{\"error\":\"no\"}",
        "<html>",
        "{} 1"
      })
  void countsALineThatIsNoSample(String line) {
    ExpositionPage page = all("b 2\n" + line + "\r\nc 3\n");
    assertThat(page.samples()).extracting(Sample::name).containsExactly("b", "c");
    assertThat(page.readable()).isEqualTo(2);
    assertThat(page.unreadable()).isEqualTo(1);
  }

  @Test
  void tellsAPageThatWasCutByItsLastLine() {
    ExpositionPage cut = all("a 1\nb 24");
    assertThat(cut.samples()).extracting(Sample::name).containsExactly("a");
    assertThat(cut.torn()).isTrue();
    assertThat(all("a 1\n# HEL").torn()).isTrue();
    assertThat(all("a 1\n# EOF").torn()).isFalse();
    assertThat(all("a 1\n  \n\n").torn()).isFalse();
    assertThat(all("").torn()).isFalse();
  }

  @Test
  void keepsWhatIsWantedAndCountsTheRest() {
    ExpositionPage page =
        ExpositionPage.read(
            "# HELP h A \\n help # {with} \"all\"\n# TYPE h histogram\n"
                + "h_bucket{le=\"0.1\"} 1\nh_bucket{le=\"+Inf\"} 2\nh_sum 3\nh_count 2\n",
            name -> name.equals("h_sum"));
    assertThat(page)
        .isEqualTo(new ExpositionPage(List.of(new Sample("h_sum", Map.of(), 3)), 4, 0, false));
  }

  @Test
  void readsThePageOfARealEngine() {
    String text = Exports.page("vllm-0.32.0");
    ExpositionPage page = all(text);
    assertThat(page.unreadable()).isZero();
    assertThat(page.readable())
        .isEqualTo((int) text.lines().filter(line -> !line.startsWith("#")).count());
    assertThat(page.samples())
        .contains(
            new Sample(
                "vllm:request_success_total",
                Map.of("engine", "0", "finished_reason", "length", "model_name", "tiny"),
                11));
  }

  @Test
  void tellsNothingElseHoweverAPageIsCut() {
    String text = Exports.page("llamacpp-2025-02");
    List<Sample> whole = all(text).samples();
    for (int cut = 0; cut < text.length(); cut++) {
      List<Sample> some = all(text.substring(0, cut)).samples();
      assertThat(some).isEqualTo(whole.subList(0, some.size()));
    }
  }

  @Test
  @Tag("fuzz")
  void survivesWhateverStandsOnAPage() {
    Random random = new Random(SEED);
    byte[] page = Exports.page("vllm-0.32.0").getBytes(StandardCharsets.ISO_8859_1);
    for (int round = 0; round < 300; round++) {
      byte[] broken = page.clone();
      for (int i = random.nextInt(200); i >= 0; i--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
      }
      ExpositionPage read = all(new String(broken, StandardCharsets.ISO_8859_1));
      assertThat(read.samples()).as("seed %d, round %d", SEED, round).hasSize(read.readable());
    }
  }
}
