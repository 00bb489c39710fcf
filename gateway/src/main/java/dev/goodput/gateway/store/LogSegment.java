package dev.goodput.gateway.store;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.RunNotes;
import dev.goodput.record.Stamps;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One run directory from its start to its end. It holds the exchanges that began in its time, and
/// stays open until the last of them is over.
final class LogSegment {
  /// The most model names that are listed.
  private static final int MODELS = 4;

  private static final long MAX_OBSERVED_BYTES = 16 << 20;

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
  private long observedBytes;
  private long unobserved;

  /// @throws RecordException if its log cannot be started
  LogSegment(RunDirectory run, LogKind kind, Sampling sampling, long beginNanos) {
    this.run = run;
    this.sampling = sampling;
    this.beginNanos = beginNanos;
    writer = run.writer();
    bytes = writer.bytes();
    writer.append(new LevelStarted(0, 0, kind.arrivals().word(), "", kind.targetRate(), 0, 0));
  }

  Path path() {
    return run.path();
  }

  /// Returns which exchanges it keeps.
  Sampling sampling() {
    return sampling;
  }

  long beginNanos() {
    return beginNanos;
  }

  /// Stops accepting exchanges that begin at or after the given time.
  void endAt(long nanos) {
    endNanos = nanos;
  }

  boolean holds(long startNanos) {
    return startNanos >= beginNanos && startNanos < endNanos;
  }

  /// @throws RecordException.TooLarge if the record alone is too large
  /// @throws RecordException.WriteFailed if the system refused the write
  void append(RequestRecord record) {
    RequestRecord own = record.shifted(-beginNanos);
    try {
      writer.append(own);
      records++;
      unflushed++;
    } finally {
      updateProgress();
    }
    GatewayInfo gatewayInfo = record.passage();
    if (gatewayInfo != null && !gatewayInfo.model().isEmpty() && models.size() <= MODELS) {
      models.add(gatewayInfo.model());
    }
    if (Stamps.present(record.stamps().endedNanos())) {
      lastEndedNanos = Math.max(lastEndedNanos, record.stamps().endedNanos() - beginNanos);
    }
  }

  /// @throws RecordException.WriteFailed if the system refused the write
  void append(HealthSample sample) {
    inFlightPeak = Math.max(inFlightPeak, sample.inFlight());
    try {
      writer.append(sample.shifted(-beginNanos));
    } finally {
      updateProgress();
    }
  }

  /// Appends a line to the file of observations, up to [#MAX_OBSERVED_BYTES].
  ///
  /// @throws RecordException.WriteFailed if the system refused the write
  void observe(String line) {
    if (observedBytes + line.length() > MAX_OBSERVED_BYTES) {
      unobserved++;
      return;
    }
    observedBytes += line.length() + 1;
    run.append(RunDirectory.SERVICE_FILE, line);
  }

  /// The writer writes full blocks on its own.
  private void updateProgress() {
    if (writer.bytes() > bytes) {
      bytes = writer.bytes();
      handedOver += unflushed;
      unflushed = 0;
    }
  }

  /// Writes what was appended.
  ///
  /// @throws RecordException.WriteFailed if the system refused the write
  void flush() {
    writer.flush();
    updateProgress();
  }

  /// Returns the records written since the last call.
  long takeWrittenRecords() {
    long taken = handedOver;
    handedOver = 0;
    return taken;
  }

  /// Returns the records not written yet.
  long unflushed() {
    return unflushed;
  }

  long bytes() {
    return bytes;
  }

  boolean empty() {
    return records == 0;
  }

  /// Returns whether all exchanges that began in its time are here: no exchange from before its end
  /// is under way, neither now nor at the previous tick.
  boolean over(long oldestNanos) {
    quiet = oldestNanos >= endNanos ? quiet + 1 : 0;
    return quiet > 1;
  }

  /// Writes the end of the log and of the manifest.
  ///
  /// @param ended the manifest as it is at the end
  /// @throws RecordException.WriteFailed if the system refused the write
  void close(long nowNanos, Manifest ended) {
    long end = Math.max(lastEndedNanos, Math.min(endNanos, nowNanos) - beginNanos);
    writer.append(new LevelEnded(0, end, LevelEnded.Ending.COMPLETE, -1, inFlightPeak));
    try {
      writer.close();
    } finally {
      updateProgress();
    }
    run.updateManifest(completed(ended).with("gateway.records", records));
  }

  private Manifest completed(Manifest ended) {
    Manifest manifest =
        unobserved == 0
            ? ended
            : RunNotes.keep(
                ended,
                List.of(
                    "%s is full: %,d observations were not stored"
                        .formatted(RunDirectory.SERVICE_FILE, unobserved)));
    if (models.isEmpty()) {
      return manifest;
    }
    String named = String.join(", ", models);
    return manifest.with("target.model", models.size() <= MODELS ? named : "several");
  }

  Manifest manifest() {
    return run.manifest();
  }

  /// Closes it as it is; what the system still accepts is written.
  void abandon() {
    try {
      writer.close();
    } catch (RecordException e) {
      // Refused records are reported: they stay unflushed.
    } finally {
      updateProgress();
    }
  }
}
