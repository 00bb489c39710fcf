package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A server that goes in mid-run: ten requests a second, each answered within 400 ms while it is
/// there, and turned away within a millisecond when it is not.
final class StallDetectorTest {
  private static final Outcome GONE = new Outcome.Refused("connection refused");
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");

  private final List<RequestRecord> requests = new ArrayList<>();

  private void answered(double fromSeconds, double toSeconds) {
    for (double at = 1000 * fromSeconds; at < 1000 * toSeconds; at += 100) {
      requests.add(maker(at).chunks(at + 200, at + 400).make());
    }
  }

  private void failed(double fromSeconds, double toSeconds, Outcome how) {
    for (double at = 1000 * fromSeconds; at < 1000 * toSeconds; at += 100) {
      requests.add(maker(at).ended(at + 1).outcome(how).make());
    }
  }

  private void begun(double fromSeconds, double toSeconds, Outcome how) {
    for (double at = 1000 * fromSeconds; at < 1000 * toSeconds; at += 100) {
      requests.add(maker(at).chunks(at + 20).ended(at + 40).outcome(how).make());
    }
  }

  private RequestMaker maker(double at) {
    return RequestMaker.at(at).id(requests.size());
  }

  private List<String> message() {
    return Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new))).warnings().stream()
        .filter(warning -> warning.startsWith("no response succeeded"))
        .toList();
  }

  @Test
  void saysWhenAServerWentThatWasThere() {
    answered(0, 12);
    failed(12, 30, GONE);

    assertThat(message())
        .containsExactly(
            "no response succeeded after 12.3 s into the run, and 177 requests failed since:"
                + " the server may have gone (connection refused)");
  }

  @Test
  void saysOfAServerThatIsThereThatItServesNoMore() {
    answered(0, 12);
    failed(12, 30, BUSY);

    assertThat(message())
        .singleElement()
        .asString()
        .endsWith("may have stopped serving (HTTP 503)");
  }

  /// Streams that are cut, or hang in mid-answer, come from a server that is there; one that was
  /// cut as the server died does not.
  @Test
  void tellsAServerThatBeginsAnswersFromOneThatIsGone() {
    answered(0, 12);
    begun(12, 30, new Outcome.Truncated("no end"));
    assertThat(message()).singleElement().asString().endsWith("stopped serving (truncated)");

    requests.clear();
    answered(0, 12);
    begun(12, 30, new Outcome.Timeout(Outcome.Timeout.Stage.IDLE));
    assertThat(message()).singleElement().asString().contains("stopped serving (timeout");

    requests.clear();
    answered(0, 12.3);
    begun(12.31, 12.32, new Outcome.Truncated("no end"));
    failed(12.4, 30, GONE);
    assertThat(message()).singleElement().asString().endsWith("have gone (connection refused)");
  }

  @Test
  void saysNothingOfAServerThatCameBack() {
    answered(0, 12);
    failed(12, 20, GONE);
    answered(20, 21);
    assertThat(message()).isEmpty();

    failed(21, 23, GONE);
    assertThat(message()).isEmpty();
  }

  @Test
  void saysNothingOfFewFailuresNorOfAShortSilence() {
    answered(0, 27.2);
    failed(27.2, 30, GONE);
    assertThat(message()).isEmpty();

    requests.clear();
    answered(0, 12);
    failed(20, 20.9, GONE);
    assertThat(message()).isEmpty();
  }

  /// Where answers come as seldom, a silence of some seconds is nothing new.
  @Test
  void saysNothingWhereAnswersWereAsFarApartBefore() {
    answered(0, 1);
    failed(1, 5, BUSY);
    answered(5, 6);
    failed(6, 15, BUSY);
    assertThat(message()).isEmpty();

    failed(15, 25, BUSY);
    assertThat(message()).hasSize(1);
  }

  /// A server that is only slow refuses nobody: there once the longest wait is enough.
  @Test
  void needsLessWhereNobodyIsLetInAnyMore() {
    answered(0, 1);
    failed(1, 3.5, GONE);
    answered(3.5, 4);
    failed(4, 7.5, GONE);
    assertThat(message()).hasSize(1);

    requests.removeLast();
    failed(7.5, 7.6, BUSY);
    assertThat(message()).isEmpty();
  }

  /// A server that loads its model first is no less there while it answers nobody.
  @Test
  void saysNothingWhereTheFirstAnswerTookAsLong() {
    requests.add(maker(0).chunks(20_000, 20_200).make());
    answered(20, 30);
    failed(30, 42, BUSY);
    assertThat(message()).isEmpty();

    failed(42, 52, BUSY);
    assertThat(message()).hasSize(1);
  }

  @Test
  void saysNothingWhereNobodyWasEverAnswered() {
    failed(0, 30, GONE);

    assertThat(message()).isEmpty();
  }

  @Test
  void whoLeftAStreamThatSpokeSawTheServerAlive() {
    answered(0, 12);
    failed(12, 29, BUSY);
    requests.add(
        maker(28_500)
            .chunks(29_500)
            .ended(29_900)
            .outcome(new Outcome.Cancelled("stopped"))
            .make());

    assertThat(message()).isEmpty();
  }
}
