package dev.goodput.monitor.gateway;

import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.record.SystemReason;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventHeader;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.SpillFile;
import dev.goodput.wire.NanoClock;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The way of events and partials to their topics: without a spill file a record waits until the
/// broker takes it; with one it goes into the file while the broker takes none. Records that follow
/// go into the file, too, until it is empty, because the numbers of a source must ascend. For one
/// thread; any thread may read the counts.
final class TelemetryOutlet {
  /// The stream of the topic that the fleet job reads.
  static final int COUNTED = 0;

  /// The stream of events if the job reads partials.
  static final int APART = 1;

  private static final long RETRY_NANOS = 100_000_000L;
  private static final long CONFIRM_NANOS = 10_000_000L;
  private static final long MAX_CONFIRM_NANOS = 1_000_000_000L;

  /// A broker that confirmed nothing for so long is taken to be away.
  private static final long AWAY_NANOS = 5_000_000_000L;

  private static final long RETRY_SPILLED_NANOS = 2_000_000_000L;

  /// How long one tick sends what spilled, so that what is offered meanwhile does not overflow.
  private static final long TURN_NANOS = 300_000_000L;

  private static final long CLOSING_NANOS = 3_000_000_000L;
  private static final long ABSENT = -1;

  private final List<EventSender> senders;
  private final @Nullable SpillFile spill;
  private final NanoClock clock;
  private final AtomicLongArray lost = new AtomicLongArray(SpillFile.STREAMS);
  private final AtomicLongArray unsent = new AtomicLongArray(SpillFile.STREAMS);
  private volatile String fileTrouble = "";
  private volatile long untilNanos = Long.MAX_VALUE;
  private boolean spilling;

  /// What was undelivered when the first entry of the file was read; absent before.
  private long undeliveredBefore = ABSENT;

  private long taken;
  private long confirmed;
  private long confirmedNanos;
  private long tryNanos;

  /// @param senders by stream; the second one may be missing
  TelemetryOutlet(List<EventSender> senders, @Nullable SpillFile spill, NanoClock clock) {
    this.senders = List.copyOf(senders);
    this.spill = spill;
    this.clock = clock;
    this.spilling = spill != null && !spill.isEmpty();
    this.confirmedNanos = clock.nanoTime();
    this.tryNanos = confirmedNanos;
  }

  /// Sends a record, or keeps it in the file. Without a file, waits for the broker.
  ///
  /// @param events the number of events in it
  void send(int stream, byte[] bytes, int events) {
    SpillFile file = spill;
    if (file == null) {
      sendWithRetries(stream, bytes, events);
      return;
    }
    if (!spilling && !away() && offer(stream, bytes, events, EventSender.ANY_PARTITION)) {
      return;
    }
    if (!spilling) {
      spilling = true;
      tryNanos = clock.nanoTime() + RETRY_SPILLED_NANOS;
    }
    try {
      if (!append(file, stream, bytes, events)) {
        lost.addAndGet(stream, events);
      }
    } catch (IOException e) {
      lost.addAndGet(stream, events);
      fileTrouble = "the spill file cannot be used: " + SystemReason.of(e);
    }
  }

  /// Appends a record. What was sent from the file and is undelivered stays in it for the next
  /// process only as long as there is room.
  private boolean append(SpillFile file, int stream, byte[] bytes, int events) throws IOException {
    if (file.append(stream, bytes, events)) {
      return true;
    }
    if (!file.isEmpty() || pending() > 0) {
      return false;
    }
    clear(file);
    return file.append(stream, bytes, events);
  }

  private void sendWithRetries(int stream, byte[] bytes, int events) {
    while (clock.nanoTime() <= untilNanos) {
      if (offer(stream, bytes, events, EventSender.ANY_PARTITION)) {
        return;
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
    unsent.addAndGet(stream, events);
  }

  private boolean offer(int stream, byte[] bytes, int events, long number) {
    boolean accepted = senders.get(stream).send(bytes, events, number);
    if (accepted) {
      if (pending() == 0) {
        confirmedNanos = clock.nanoTime();
      }
      taken += events;
    }
    return accepted;
  }

  /// Returns the number of events that were taken and are neither stored nor lost.
  private long pending() {
    long done = 0;
    for (EventSender each : senders) {
      done += each.delivered() + each.undelivered();
    }
    if (done != confirmed) {
      confirmed = done;
      confirmedNanos = clock.nanoTime();
    }
    return taken - done;
  }

  private boolean away() {
    return pending() > 0 && clock.nanoTime() - confirmedNanos > AWAY_NANOS;
  }

  /// Sends what spilled, for a moment. Called twice a second.
  void tick() {
    SpillFile file = spill;
    if (file == null || !spilling || away() || clock.nanoTime() < tryNanos) {
      return;
    }
    try {
      long until = clock.nanoTime() + TURN_NANOS;
      while (clock.nanoTime() < until) {
        SpillFile.Entry entry = first(file);
        if (entry == null) {
          empty(file);
          return;
        }
        if (undeliveredBefore == ABSENT) {
          undeliveredBefore = undelivered();
        }
        if (!resend(entry)) {
          tryNanos = clock.nanoTime() + RETRY_SPILLED_NANOS;
          return;
        }
        file.sent();
      }
    } catch (IOException e) {
      fileTrouble = "the spill file cannot be used: " + SystemReason.of(e);
      tryNanos = clock.nanoTime() + RETRY_SPILLED_NANOS;
    }
  }

  /// Returns the first entry. If it is damaged, it and what follows are lost, as when a file is
  /// opened.
  private SpillFile.@Nullable Entry first(SpillFile file) throws IOException {
    try {
      return file.first();
    } catch (StreamCorruptedException e) {
      for (int stream = 0; stream < SpillFile.STREAMS; stream++) {
        lost.addAndGet(stream, file.events(stream));
      }
      file.dropDamaged();
      return null;
    }
  }

  /// Offers an entry of the file; returns false if it was not taken. One that this version cannot
  /// read is lost.
  private boolean resend(SpillFile.Entry entry) {
    long number;
    try {
      number = EventHeader.of(entry.bytes()).source().sequence();
    } catch (EventFormatException e) {
      lost.addAndGet(entry.stream(), entry.events());
      return true;
    }
    return offer(entry.stream(), entry.bytes(), entry.events(), number);
  }

  /// Empties the file once the broker has confirmed everything: until then the next process would
  /// send it again if this one ended. A file of which something is undelivered stays as it is.
  private void empty(SpillFile file) throws IOException {
    long until = clock.nanoTime() + MAX_CONFIRM_NANOS;
    while (pending() > 0) {
      if (clock.nanoTime() > until) {
        return;
      }
      LockSupport.parkNanos(CONFIRM_NANOS);
    }
    if (allStored(file)) {
      clear(file);
    }
    spilling = false;
    fileTrouble = "";
  }

  private boolean allStored(SpillFile file) {
    return file.isEmpty()
        && pending() == 0
        && (undeliveredBefore == ABSENT || undelivered() == undeliveredBefore);
  }

  private long undelivered() {
    return senders.stream().mapToLong(EventSender::undelivered).sum();
  }

  private void clear(SpillFile file) throws IOException {
    file.clear();
    undeliveredBefore = ABSENT;
  }

  /// Lets records wait for a few more seconds only.
  void shortenWait() {
    untilNanos = clock.nanoTime() + CLOSING_NANOS;
  }

  /// Sends what was taken, for a few seconds at most. What is in the file stays there, also what
  /// was sent from it and not confirmed.
  void end() {
    tick();
    senders.forEach(EventSender::close);
    SpillFile file = spill;
    if (file != null) {
      try (file) {
        if (allStored(file)) {
          clear(file);
        }
      } catch (IOException e) {
        fileTrouble = "the spill file cannot be closed: " + SystemReason.of(e);
      }
    }
  }

  /// Returns the counts of a stream.
  ///
  /// @param overflowed the events that were lost before they came here
  EventCounts counts(int stream, long overflowed) {
    EventSender sender = senders.get(stream);
    return new EventCounts(
        sender.delivered(),
        overflowed + lost.get(stream),
        sender.undelivered() + unsent.get(stream),
        spill == null ? 0 : spill.events(stream));
  }

  /// Returns what does not work, in one line; empty if all is well.
  String problem() {
    if (!fileTrouble.isEmpty()) {
      return fileTrouble;
    }
    return senders.stream()
        .map(EventSender::trouble)
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElse("");
  }
}
