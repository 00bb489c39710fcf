package dev.goodput.gateway.store;

import dev.goodput.record.HealthSample;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rotation of run directories: decides which record goes to which directory, and when a
/// directory is started, ended or deleted. Belongs to the writing thread.
final class LogRotator {
  /// The most directories open at once while exchanges in them continue; beyond it, the oldest is
  /// ended by force.
  static final int MAX_OPEN = 8;

  /// How long no write is tried after the system refused one.
  static final long RETRY_NANOS = 10_000_000_000L;

  private static final long CAP_EVERY_NANOS = 60_000_000_000L;
  private static final long NEVER = Long.MIN_VALUE;

  private final InstantSource wall;
  private final Consumer<String> print;

  /// Newest first.
  private final Deque<LogSegment> open = new ArrayDeque<>();

  private LogRules rules;
  private long begunNanos;
  private long written;
  private long sampledOut;
  private long lost;
  private long lostBefore;
  private long deleted;
  private String trouble = "";
  private boolean faultReported;
  private long nowNanos;
  private long retryNanos;
  private long cappedNanos = NEVER;

  LogRotator(LogRules rules, InstantSource wall, Consumer<String> print) {
    this.rules = rules;
    this.wall = wall;
    this.print = print;
  }

  /// Starts the first directory.
  ///
  /// @throws RecordException if it cannot be created
  void begin(long nanos) {
    nowNanos = nanos;
    begunNanos = nanos;
    open.addFirst(generation(""));
    cap();
  }

  private LogSegment generation(String note) {
    return rules.begin(wall.instant(), nowNanos, note);
  }

  /// Switches to other rules, with a directory that was started by them. Exchanges that began
  /// earlier are kept by the rules of their time.
  void switchTo(LogRules others, LogSegment first) {
    if (!open.isEmpty()) {
      open.getFirst().endAt(first.beginNanos());
    }
    rules = others;
    open.addFirst(first);
    trouble = "";
    cap();
  }

  void accept(RequestRecord record) {
    if (record.startNanos() < begunNanos) {
      return;
    }
    Optional<LogSegment> segment =
        open.stream().filter(each -> each.holds(record.startNanos())).findFirst();
    if (!segment.map(LogSegment::sampling).orElse(rules.sampling()).keeps(record)) {
      sampledOut++;
      return;
    }
    if (segment.isEmpty()) {
      lost++;
      return;
    }
    try {
      segment.get().append(record);
    } catch (RecordException.TooLarge e) {
      lost++;
      print.accept(e.getMessage());
    } catch (RecordException e) {
      refused(e);
      lost++;
    } catch (RuntimeException e) {
      lost++;
      faulty(e);
    }
  }

  /// An exchange that cannot be written must not end the log.
  private void faulty(RuntimeException e) {
    if (!faultReported) {
      faultReported = true;
      print.accept("an exchange could not be kept by a fault of ours; the log goes on: " + e);
    }
  }

  void health(HealthSample sample) {
    guarded(() -> {
      if (!open.isEmpty()) {
        open.getFirst().append(sample);
      }
    });
  }

  void observe(String line) {
    guarded(() -> {
      if (!open.isEmpty()) {
        open.getFirst().observe(line);
      }
    });
  }

  /// Does the periodic work: flushes, starts and ends directories, and retries.
  ///
  /// @param oldestNanos the value of [GatewayHealth#oldestNanos()]
  void tick(long nanos, long oldestNanos) {
    nowNanos = nanos;
    if (open.isEmpty()) {
      tryAgain();
      return;
    }
    guarded(() -> {
      for (LogSegment each : open) {
        each.flush();
        written += each.takeWrittenRecords();
      }
      rotate();
      closeFinished(oldestNanos);
    });
    if (nanos - cappedNanos >= CAP_EVERY_NANOS) {
      cap();
    }
  }

  private void rotate() {
    LogSegment newest = open.getFirst();
    boolean full = newest.bytes() >= rules.plan().rotateBytes();
    boolean old = nowNanos - newest.beginNanos() >= rules.plan().rotateNanos() && !newest.empty();
    if (full || old) {
      newest.endAt(nowNanos);
      open.addFirst(generation(""));
      cap();
    }
  }

  private void closeFinished(long oldestNanos) {
    for (Iterator<LogSegment> oldest = open.descendingIterator(); oldest.hasNext(); ) {
      LogSegment each = oldest.next();
      boolean over = each.over(oldestNanos) || open.size() > MAX_OPEN;
      if (over && each != open.getFirst()) {
        each.close(nowNanos, ended(each));
        written += each.takeWrittenRecords();
        oldest.remove();
      }
    }
  }

  private Manifest ended(LogSegment each) {
    return each.manifest().with("gateway.ended", wall.instant().toString());
  }

  private void cap() {
    cappedNanos = nowNanos;
    deleted += rules.deleteBeyond(open.stream().map(LogSegment::path).toList());
  }

  private void guarded(Runnable writing) {
    try {
      writing.run();
    } catch (RecordException e) {
      refused(e);
    }
  }

  /// Stops writing after the system refused a write, until a retry succeeds.
  private void refused(RecordException why) {
    lostBefore = lost;
    for (LogSegment each : open) {
      each.abandon();
      written += each.takeWrittenRecords();
      lost += each.unflushed();
    }
    open.clear();
    trouble = String.valueOf(why.getMessage());
    retryNanos = nowNanos + RETRY_NANOS;
    print.accept("the traffic's log stops: " + trouble + "; the traffic itself goes on");
  }

  private void tryAgain() {
    if (nowNanos < retryNanos) {
      return;
    }
    try {
      cap();
      long missed = lost - lostBefore;
      open.addFirst(
          generation(
              missed == 0
                  ? ""
                  : "before this, %,d exchanges were not kept: %s".formatted(missed, trouble)));
      print.accept(
          "the traffic's log goes on in %s; %,d exchanges were not kept"
              .formatted(open.getFirst().path(), missed));
      trouble = "";
    } catch (RecordException e) {
      retryNanos = nowNanos + RETRY_NANOS;
    }
  }

  /// Ends all directories.
  void end(long nanos) {
    nowNanos = nanos;
    guarded(() -> {
      while (!open.isEmpty()) {
        LogSegment oldest = open.getLast();
        oldest.flush();
        written += oldest.takeWrittenRecords();
        oldest.close(nowNanos, ended(oldest));
        open.removeLast();
      }
    });
  }

  LogStatus status() {
    @Nullable LogSegment newest = open.peekFirst();
    return new LogStatus(
        newest == null ? null : newest.path(), written, sampledOut, lost, deleted, trouble);
  }
}
