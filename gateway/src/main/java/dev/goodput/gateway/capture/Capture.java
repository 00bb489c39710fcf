package dev.goodput.gateway.capture;

import dev.goodput.gateway.exchange.BodyMemoryBudget;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.store.WriteQueue;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SystemReason;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.answer.MemoryBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A writer of the traffic as a workload file: one line per request with its time, its lengths, its
/// session and its prompt's blocks as numbers, without any text.
///
/// Requests may come from any thread, which never waits. Each line reaches the operating system
/// whole. The file ends at its size cap; a full disk stops the file and nothing else.
public final class Capture implements AutoCloseable {
  private final Salt salt;
  private final MemoryBudget room;
  private final CaptureWriter captureWriter;
  private final WriteQueue<CaptureWriter.Captured> writeQueue;
  private final AtomicLong missed = new AtomicLong();

  private Capture(
      Salt salt,
      MemoryBudget room,
      CaptureWriter captureWriter,
      WriteQueue<CaptureWriter.Captured> writeQueue) {
    this.salt = salt;
    this.room = room;
    this.captureWriter = captureWriter;
    this.writeQueue = writeQueue;
  }

  /// Creates the file and starts the writing thread; times in the file count from now.
  ///
  /// @param clock the clock of the records' stamps
  /// @param print receives messages for the operator, one line each
  /// @throws PlanException if the file exists already or cannot be written
  public static Capture open(CapturePlan plan, NanoClock clock, Consumer<String> print) {
    return open(plan, clock, print, BodyMemoryBudget.ofHeap());
  }

  /// @param room memory for the digests of prompts until their exchanges have ended
  static Capture open(
      CapturePlan plan, NanoClock clock, Consumer<String> print, MemoryBudget room) {
    return open(plan, clock, print, room, CaptureFile::make);
  }

  /// Creates the file when a gateway starts: a capture must not keep the gateway from starting
  /// again. If a numbered plan's file exists already, the next free numbered file is written, and a
  /// message names it.
  ///
  /// @throws PlanException if the file cannot be written, or exists and no other name is allowed
  public static Capture begin(CapturePlan plan, NanoClock clock, Consumer<String> print) {
    return plan.numbered()
        ? open(plan, clock, print, BodyMemoryBudget.ofHeap(), CaptureFile::makeNumbered)
        : open(plan, clock, print);
  }

  private interface Maker {
    CaptureFile make(Path path) throws IOException;
  }

  private static Capture open(
      CapturePlan plan, NanoClock clock, Consumer<String> print, MemoryBudget room, Maker maker) {
    Salt salt = Salt.draw();
    try {
      CaptureFile file = maker.make(plan.file());
      if (!file.path().equals(plan.file())) {
        print.accept(
            "%s is there already: the traffic is captured to %s"
                .formatted(plan.file(), file.path().getFileName()));
      }
      CaptureWriter captureWriter =
          new CaptureWriter(file, plan.capBytes(), clock.nanoTime(), salt, print);
      return new Capture(
          salt, room, captureWriter, WriteQueue.start("capture", clock, captureWriter, print));
    } catch (IOException e) {
      throw new PlanException(
          "file",
          plan.file()
              + " cannot be written: "
              + SystemReason.of(e, plan.file())
              + "; name another");
    }
  }

  /// Returns a sink for the pieces of one request's prompt; the memory that it takes must be given
  /// back.
  public PromptBlocks prompt() {
    return new PromptBlocks(salt, room);
  }

  /// Takes a finished request with its prompt, to which nobody may add any more. Of several
  /// attempts only the last is written.
  ///
  /// @return false if the request is lost: there was no room, its prompt is not known in full, or
  ///   its prompt was hashed with the salt of the previous file
  public boolean offer(RequestRecord record, PromptBlocks prompt) {
    if (!prompt.by(salt) || prompt.cut()) {
      missed(record);
      return false;
    }
    return writeQueue.offer(new CaptureWriter.Captured(record, prompt), 600 + prompt.weight());
  }

  /// Counts a finished request that cannot be written because its prompt was not read to its end. A
  /// request that began before this file does not belong to it, and a request without a response
  /// would not be replayed.
  public void missed(RequestRecord record) {
    if (record.startNanos() >= captureWriter.beganNanos() && record.outputTokens() > 0) {
      missed.incrementAndGet();
    }
  }

  /// Changes the size cap; a capture that has ended goes on up to the new cap.
  public void setCap(long bytes) {
    captureWriter.setCap(bytes);
  }

  /// Returns the status as of at most half a second ago; from any thread.
  public CaptureStatus status() {
    CaptureStatus s = captureWriter.status();
    return new CaptureStatus(
        s.written(),
        s.lost() + writeQueue.lost() + missed.get(),
        s.bytes(),
        s.ended(),
        s.problem());
  }

  /// Closes and deletes the file.
  public void discard() {
    writeQueue.close();
    captureWriter.discard();
  }

  /// Writes what was offered so far and closes the file; what is offered later is lost.
  @Override
  public void close() {
    writeQueue.close();
  }
}
