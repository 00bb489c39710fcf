package dev.goodput.monitor.watch;

import static dev.goodput.monitor.watch.Probes.probe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTextTest {
  private static final Outcome OK = new Outcome.Ok("stop");
  private static final String LONG = "a server that tells the story of its life ".repeat(9);

  private static ProbeText words(int names, int columns) {
    return new ProbeText(Instant.parse("2026-11-23T14:00:00Z"), ZoneOffset.UTC, names, columns);
  }

  @ParameterizedTest
  @CsvSource({"0, 80", "200, 80", "0, 160", "14, 160"})
  void noLineIsWiderThanTheTerminal(int names, int columns) {
    ProbeText words = words(names, columns);
    Probe failed = probe(3, new Outcome.HttpError(503, LONG), OK);
    String line = words.line("a-server-with-a-very-long-name.example:8000", failed, false);
    assertThat(words.head().length()).isLessThanOrEqualTo(columns);
    assertThat(line).hasSizeLessThanOrEqualTo(columns).startsWith("14:00:30  ").contains("1/2 ok");
  }

  @Test
  void aLookThatFailedSaysHow() {
    assertThat(words(0, 80).line("s", probe(0, new Outcome.HttpError(503, "busy")), false))
        .isEqualTo("14:00:00         –         –       –  missed  http_error 503: busy");
  }

  @Test
  void aLookThatWasBrokenOffIsNotJudged() {
    assertThat(words(0, 80).line("s", probe(0, new Outcome.Cancelled("stopped")), false))
        .endsWith("–       left");
  }

  @Test
  void noKeyThatAServerRepeatsIsTold() {
    Outcome reported = new Outcome.HttpError(401, "wrong key: Bearer sk-1234567890abcdef");
    assertThat(ProbeText.of(reported)).isEqualTo("http_error 401: wrong key: Bearer ***");
  }
}
