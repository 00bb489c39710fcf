package dev.goodput.gateway.store;

import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.Passage;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.Stamps;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/// One run directory from its begin to its end. It holds the exchanges that began in its time, and
/// stays open until the last of them is over.
final class Generation {
  /// Of no more models the names are told.
  private static final int MODELS = 4;

  private final RunDirectory run;
  private final Sampling sampling;
  private final RunLogWriter writer;
  private final long beginNanos;
  private final SortedSet<String> models = new TreeSet<>();
  private long endNanos = Long.MAX_VALUE;
  private long bytes;
  private long records;
  private long unflushed;
  private long handedOver;
  private long lastEndedNanos;
  private int inFlightPeak;
  private int quiet;

  /// @throws RecordException where its log cannot be begun
  Generation(RunDirectory run, LogKind kind, Sampling sampling, long beginNanos) {
    this.run = run;
    this.sampling = sampling;
    this.beginNanos = beginNanos;
    writer = run.writer();
    bytes = writer.bytes();
    writer.append(new LevelBegun(0, 0, kind.arrivals().word(), "", kind.rateAsked(), 0, 0));
  }

  Path path() {
    return run.path();
  }

  /// Which exchanges it keeps.
  Sampling sampling() {
    return sampling;
  }

  long beginNanos() {
    return beginNanos;
  }

  /// Takes what began before that and nothing more.
  void endAt(long nanos) {
    endNanos = nanos;
  }

  boolean holds(long startNanos) {
    return startNanos >= beginNanos && startNanos < endNanos;
  }

  /// @throws RecordException.TooLarge where the record alone is too large
  /// @throws RecordException.WriteFailed where the system refused
  void append(RequestRecord record) {
    RequestRecord own = record.shifted(-beginNanos);
    try {
      writer.append(own);
      records++;
      unflushed++;
    } finally {
      look();
    }
    Passage passage = record.passage();
    if (passage != null && !passage.model().isEmpty() && models.size() <= MODELS) {
      models.add(passage.model());
    }
    if (Stamps.present(record.stamps().endedNanos())) {
      lastEndedNanos = Math.max(lastEndedNanos, record.stamps().endedNanos() - beginNanos);
    }
  }

  /// @throws RecordException.WriteFailed where the system refused
  void append(HealthSample sample) {
    inFlightPeak = Math.max(inFlightPeak, sample.inFlight());
    try {
      writer.append(sample.shifted(-beginNanos));
    } finally {
      look();
    }
  }

  /// The writer hands over by itself what fills a block.
  private void look() {
    if (writer.bytes() > bytes) {
      bytes = writer.bytes();
      handedOver += unflushed;
      unflushed = 0;
    }
  }

  /// Hands over what was appended.
  ///
  /// @throws RecordException.WriteFailed where the system refused
  void flush() {
    writer.flush();
    look();
  }

  /// How many records the system was handed since this was last asked.
  long takeHandedOver() {
    long taken = handedOver;
    handedOver = 0;
    return taken;
  }

  /// Records that the system does not have yet.
  long unflushed() {
    return unflushed;
  }

  long bytes() {
    return bytes;
  }

  boolean empty() {
    return records == 0;
  }

  /// Whether all that began in its time is here: nobody waits any more who came before its end, and
  /// did not a tick ago either.
  boolean over(long oldestNanos) {
    quiet = oldestNanos >= endNanos ? quiet + 1 : 0;
    return quiet > 1;
  }

  /// Writes the end of the log and of the manifest.
  ///
  /// @param ended what the manifest says of its end
  /// @throws RecordException.WriteFailed where the system refused
  void close(long nowNanos, Manifest ended) {
    long end = Math.max(lastEndedNanos, Math.min(endNanos, nowNanos) - beginNanos);
    writer.append(new LevelEnded(0, end, LevelEnded.Ending.COMPLETE, -1, inFlightPeak));
    try {
      writer.close();
    } finally {
      look();
    }
    run.updateManifest(told(ended).with("gateway.records", records));
  }

  private Manifest told(Manifest manifest) {
    if (models.isEmpty()) {
      return manifest;
    }
    String named = String.join(", ", models);
    return manifest.with("target.model", models.size() <= MODELS ? named : "several");
  }

  Manifest manifest() {
    return run.manifest();
  }

  /// Lets go of it as it is: what the system still takes is handed over.
  void abandon() {
    try {
      writer.close();
    } catch (RecordException e) {
      // What was refused is told: it stays unflushed.
    } finally {
      look();
    }
  }
}
