package dev.goodput.monitor.watch;

import static dev.goodput.monitor.watch.Probes.SECOND;
import static dev.goodput.monitor.watch.Probes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import org.junit.jupiter.api.Test;

class ProbeCollectorTest {
  private static final Outcome OK = new Outcome.Ok("stop");

  @Test
  void aLookIsWholeWithItsLastRequest() {
    ProbeCollector book = new ProbeCollector(2);
    assertThat(book.add(request(0, 0, OK))).isEmpty();
    assertThat(book.add(request(2, SECOND, OK))).isEmpty();
    Probe second = book.add(request(3, SECOND, OK)).orElseThrow();
    assertThat(second.index()).isEqualTo(1);
    assertThat(second.atNanos()).isEqualTo(SECOND);
    assertThat(second.requests()).hasSize(2);
  }

  @Test
  void looksAreGivenInOrderThoughALaterOneEndsFirst() {
    ProbeCollector book = new ProbeCollector(1);
    assertThat(book.add(request(1, SECOND, OK))).isPresent();
    assertThat(book.inOrder()).isEmpty();
    assertThat(book.next()).isZero();
    assertThat(book.add(request(0, 0, OK))).isPresent();
    assertThat(book.inOrder()).extracting(Probe::index).containsExactly(0L, 1L);
    assertThat(book.inOrder()).isEmpty();
    assertThat(book.next()).isEqualTo(2);
  }
}
