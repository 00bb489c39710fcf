package dev.goodput.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IdleTimeoutEstimateTest {
  private static final long SECOND = 1_000_000_000;

  private final IdleTimeoutEstimate keepAlive = new IdleTimeoutEstimate(60 * SECOND);

  private static ResponseHead head(String line) {
    return Objects.requireNonNull(
        ResponseHead.of(Bytes.of("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + line + "\r\n\r\n")));
  }

  @Test
  void isTheMaximumBeforeAnyObservation() {
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(60 * SECOND);
  }

  @Test
  void staysAFifthBelowTheShortestObservedWait() {
    keepAlive.closedAfter(10 * SECOND);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(8 * SECOND);

    keepAlive.closedAfter(5 * SECOND);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(4 * SECOND);

    keepAlive.closedAfter(50 * SECOND);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(4 * SECOND);
  }

  /// A server that shuts down does not show how long the next one keeps a connection open.
  @Test
  void doesNotLearnFromAServersEnd() {
    keepAlive.closedAfter(SECOND - 1);
    keepAlive.closedAfter(0);
    keepAlive.refusedAfter(SECOND / 10 - 1, 0);
    keepAlive.refusedAfter(5 * SECOND, SECOND);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(60 * SECOND);

    keepAlive.closedAfter(SECOND);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(SECOND - SECOND / 5);
  }

  @Test
  void learnsFromAConnectionClosedOnReuse() {
    keepAlive.refusedAfter(SECOND / 2, SECOND / 10);
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(SECOND * 4 / 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Keep-Alive: timeout=5            | 4
          Keep-Alive: timeout=10, max=100  | 8
          keep-alive: max=3 , Timeout = 10 | 8
          Keep-Alive: timeout="10"         | 8
          Keep-Alive: timeout=300          | 60
          Keep-Alive: timeout=x            | 60
          Keep-Alive: timeout              | 60
          Keep-Alive: max=5                | 60
          Keep-Alive: timeout=-1           | 60
          Keep-Alive: timeout=99999999999  | 60
          X: timeout=5                     | 60
          """)
  void staysAFifthBelowWhatTheServerAnnounces(String line, long seconds) {
    keepAlive.apply(head(line));
    assertThat(keepAlive.idleLimitNanos()).isEqualTo(seconds * SECOND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Keep-Alive: timeout=5, max=1 | true
          Keep-Alive: timeout=5, max=0 | false
          Keep-Alive: timeout=0        | false
          """)
  void endsWithTheLastRequestThatTheServerAccepts(String line, boolean keeps) {
    assertThat(head(line).keepAlive()).isEqualTo(keeps);
  }
}
