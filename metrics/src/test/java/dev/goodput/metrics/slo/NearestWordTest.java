package dev.goodput.metrics.slo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
  @Test
  void countsEditsAndSwapsOfNeighbours() {
    assertThat(NearestWord.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestWord.distance("tftt", "ttft")).isEqualTo(1);
    assertThat(NearestWord.distance("", "abc")).isEqualTo(3);
    assertThat(NearestWord.distance("same", "same")).isZero();
  }

  @Test
  void offersNothingThatIsFarAway() {
    assertThat(NearestWord.among(List.of("ttft", "tpot"), "latency")).isNull();
    assertThat(NearestWord.among(List.of("ttft", "tpot"), "topt")).isEqualTo("tpot");
    assertThat(NearestWord.among(List.of("s"), "q")).isNull();
    assertThat(NearestWord.among(List.of("ttft"), "t".repeat(100))).isNull();
  }
}
