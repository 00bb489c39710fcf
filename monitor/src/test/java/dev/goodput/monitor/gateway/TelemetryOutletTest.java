package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenSource;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventHeader;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.EventSource;
import dev.goodput.telemetry.EventTokens;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.SpillFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A spill file between a gateway and a broker that is away from time to time.
final class TelemetryOutletTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path directory;
  private long now;
  private long step;

  /// A broker that refuses, or takes without confirming, or stores.
  private static final class Broker implements EventSender {
    private final List<Long> stored = new ArrayList<>();
    private final List<Long> partitioned = new ArrayList<>();
    private boolean refuses;
    private boolean silent;
    private long unconfirmed;
    private long failed;

    @Override
    public boolean send(byte[] record, int events, long number) {
      if (refuses) {
        return false;
      }
      stored.add(EventCodec.decode(record).source().sequence());
      if (number != ANY_PARTITION) {
        partitioned.add(number);
      }
      unconfirmed += silent ? 1 : 0;
      return true;
    }

    @Override
    public long delivered() {
      return stored.size() - unconfirmed - failed;
    }

    @Override
    public long undelivered() {
      return failed;
    }

    @Override
    public String trouble() {
      return "";
    }

    /// Fails what is not confirmed, as a Kafka producer does.
    @Override
    public void close() {
      failUnconfirmed();
    }

    private void failUnconfirmed() {
      failed += unconfirmed;
      unconfirmed = 0;
    }
  }

  private static byte[] event(long sequence) {
    return EventCodec.encode(
        new RequestEvent(
            new EventSource("g", 1, sequence),
            TrafficLabels.ALL,
            "",
            1,
            0,
            Stamps.ABSENT,
            Stamps.ABSENT,
            Stamps.ABSENT,
            new EventTokens(0, 0, TokenSource.CHUNKS, 0, 0, -1, -1, 0),
            new EventResult(EventResult.Kind.OK, "ok", 200, 0, true, true, true, true, null),
            -1,
            null,
            null,
            null));
  }

  private TelemetryOutlet outlet(Broker broker, long mostBytes) throws IOException {
    SpillFile file = new SpillFile(directory.resolve("spill"), mostBytes);
    return new TelemetryOutlet(List.of(broker), file, () -> now += step);
  }

  private static void send(TelemetryOutlet outlet, long from, long until) {
    for (long i = from; i < until; i++) {
      outlet.send(TelemetryOutlet.COUNTED, event(i), 1);
    }
  }

  private static EventCounts counts(TelemetryOutlet outlet) {
    return outlet.counts(TelemetryOutlet.COUNTED, 0);
  }

  private static Long[] numbers(long from, long until) {
    Long[] numbers = new Long[(int) (until - from)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = from + i;
    }
    return numbers;
  }

  @Test
  void whatABrokerRefusesIsSentLaterInOrder() throws IOException {
    Broker broker = new Broker();
    TelemetryOutlet outlet = outlet(broker, 1 << 20);
    send(outlet, 0, 10);
    broker.refuses = true;
    send(outlet, 10, 20);
    outlet.tick();
    assertThat(counts(outlet)).isEqualTo(new EventCounts(10, 0, 0, 10));
    broker.refuses = false;
    // The file goes first, so that numbers ascend in a partition.
    send(outlet, 20, 25);
    assertThat(counts(outlet)).isEqualTo(new EventCounts(10, 0, 0, 15));
    now += 3 * SECOND;
    outlet.tick();
    send(outlet, 25, 30);

    assertThat(counts(outlet)).isEqualTo(new EventCounts(30, 0, 0, 0));
    assertThat(broker.stored).containsExactly(numbers(0, 30));
    assertThat(broker.partitioned).containsExactly(numbers(10, 25));
    assertThat(directory.resolve("spill")).isEmptyFile();
    outlet.end();
  }

  @Test
  void aBrokerThatConfirmsNothingIsAwayAndAFullFileLoses() throws IOException {
    Broker broker = new Broker();
    broker.silent = true;
    int bytes = event(0).length + 13;
    TelemetryOutlet outlet = outlet(broker, 1 << 20);
    send(outlet, 0, 5);
    now += 6 * SECOND;
    send(outlet, 5, 8);
    assertThat(counts(outlet)).isEqualTo(new EventCounts(0, 0, 0, 3));
    outlet.tick();
    assertThat(broker.stored).hasSize(5);
    broker.silent = false;
    broker.unconfirmed = 0;
    now += 3 * SECOND;
    outlet.tick();
    assertThat(counts(outlet)).isEqualTo(new EventCounts(8, 0, 0, 0));
    outlet.end();

    Files.delete(directory.resolve("spill"));
    Broker away = new Broker();
    away.refuses = true;
    TelemetryOutlet small = outlet(away, 4L * bytes);
    send(small, 0, 10);
    assertThat(counts(small)).isEqualTo(new EventCounts(0, 6, 0, 4));
    small.end();
    // The next process sends what is left.
    Broker back = new Broker();
    TelemetryOutlet next = outlet(back, 1 << 20);
    assertThat(counts(next).spilled()).isEqualTo(4);
    next.tick();
    assertThat(back.stored).containsExactly(numbers(0, 4));
    next.end();
  }

  /// Spills the events from 0 to 5, and sends them to a broker that does not confirm them.
  private TelemetryOutlet sentFromTheFile(Broker broker, long mostBytes) throws IOException {
    broker.refuses = true;
    TelemetryOutlet outlet = outlet(broker, mostBytes);
    send(outlet, 0, 5);
    broker.refuses = false;
    broker.silent = true;
    now += 3 * SECOND;
    step = SECOND / 50;
    return outlet;
  }

  private void theNextProcessSends(Long... numbers) throws IOException {
    Broker next = new Broker();
    TelemetryOutlet outlet = outlet(next, 1 << 20);
    outlet.tick();
    outlet.end();
    assertThat(next.stored).containsExactly(numbers);
    assertThat(directory.resolve("spill")).isEmptyFile();
  }

  @Test
  void whatWasSentFromTheFileAndFailsAtTheEndIsSentByTheNextProcess() throws IOException {
    Broker broker = new Broker();
    TelemetryOutlet outlet = sentFromTheFile(broker, 1 << 20);
    outlet.end();
    assertThat(broker.stored).containsExactly(numbers(0, 5));
    assertThat(counts(outlet)).isEqualTo(new EventCounts(0, 0, 5, 0));
    theNextProcessSends(numbers(0, 5));
  }

  @Test
  void whatFailedStaysInTheFileAsLongAsThereIsRoom() throws IOException {
    int bytes = event(0).length + 13;
    Broker broker = new Broker();
    TelemetryOutlet outlet = sentFromTheFile(broker, 5L * bytes);
    outlet.tick();
    broker.failUnconfirmed();
    broker.silent = false;
    outlet.tick();
    send(outlet, 5, 6);
    assertThat(counts(outlet)).isEqualTo(new EventCounts(1, 0, 5, 0));
    broker.refuses = true;
    send(outlet, 6, 11);
    broker.refuses = false;
    now += 3 * SECOND;
    outlet.tick();
    assertThat(counts(outlet)).isEqualTo(new EventCounts(6, 0, 5, 0));
    assertThat(directory.resolve("spill")).hasSize(10L * bytes);
    broker.refuses = true;
    send(outlet, 11, 12);
    outlet.end();
    assertThat(counts(outlet)).isEqualTo(new EventCounts(6, 0, 5, 1));
    theNextProcessSends(11L);
  }

  @Test
  void anEntryOfAnotherVersionIsLostAndTheNextOnesAreSent() throws IOException {
    byte[] other = event(0);
    Arrays.fill(other, 0, 4, (byte) 0xff);
    assertThatThrownBy(() -> EventHeader.of(other)).isInstanceOf(EventFormatException.class);
    try (SpillFile file = new SpillFile(directory.resolve("spill"), 1 << 20)) {
      assertThat(file.append(TelemetryOutlet.COUNTED, other, 3)).isTrue();
      assertThat(file.append(TelemetryOutlet.COUNTED, event(1), 1)).isTrue();
    }
    Broker broker = new Broker();
    TelemetryOutlet outlet = outlet(broker, 1 << 20);
    outlet.tick();
    assertThat(counts(outlet)).isEqualTo(new EventCounts(1, 3, 0, 0));
    outlet.end();
  }

  @Test
  void aDamagedEntryAndWhatFollowsAreLost() throws IOException {
    Path path = directory.resolve("spill");
    Broker broker = new Broker();
    broker.refuses = true;
    TelemetryOutlet outlet = outlet(broker, 1 << 20);
    send(outlet, 0, 4);
    byte[] bytes = Files.readAllBytes(path);
    bytes[bytes.length / 2 - 1] ^= 1;
    Files.write(path, bytes);
    broker.refuses = false;
    now += 3 * SECOND;
    outlet.tick();
    assertThat(broker.stored).containsExactly(0L);
    assertThat(counts(outlet)).isEqualTo(new EventCounts(1, 3, 0, 0));
    send(outlet, 4, 6);
    assertThat(broker.stored).containsExactly(0L, 4L, 5L);
    outlet.end();
    assertThat(path).isEmptyFile();
  }
}
