package dev.goodput.gateway.capture;

import dev.goodput.gateway.exchange.BodyRoom;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.store.Conveyor;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SystemReason;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.answer.Room;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Writes a workload file of the traffic: a line for each request, with its time, its lengths, its
/// session and its prompt's blocks as numbers, and nothing that anybody said.
///
/// Requests may come from any thread, which never waits. Each line reaches the system whole; the
/// file ends at its cap, and a disk that is full stops it and nothing else.
public final class Capture implements AutoCloseable {
  private final Salt salt;
  private final Room room;
  private final Scribe scribe;
  private final Conveyor<Scribe.Captured> conveyor;
  private final AtomicLong missed = new AtomicLong();

  private Capture(Salt salt, Room room, Scribe scribe, Conveyor<Scribe.Captured> conveyor) {
    this.salt = salt;
    this.room = room;
    this.scribe = scribe;
    this.conveyor = conveyor;
  }

  /// Begins the file and the thread that writes; times in it count from now.
  ///
  /// @param clock as of the records' stamps
  /// @param say takes what somebody who runs the gateway must know, in a line each
  /// @throws PlanException where the file is there already or cannot be written
  public static Capture open(CapturePlan plan, NanoClock clock, Consumer<String> say) {
    return open(plan, clock, say, BodyRoom.ofHeap());
  }

  /// @param room for what is known of prompts until their exchanges are over
  static Capture open(CapturePlan plan, NanoClock clock, Consumer<String> say, Room room) {
    return open(plan, clock, say, room, CaptureFile::make);
  }

  /// The same where a gateway begins: what only observes must not keep it from beginning again, so
  /// that a numbered plan's file that is there is left as it is, and the next one by number beside
  /// it is written, which is said.
  ///
  /// @throws PlanException where the file cannot be written, or is there and no other is allowed
  public static Capture begin(CapturePlan plan, NanoClock clock, Consumer<String> say) {
    return plan.numbered()
        ? open(plan, clock, say, BodyRoom.ofHeap(), CaptureFile::makeNumbered)
        : open(plan, clock, say);
  }

  private interface Maker {
    CaptureFile make(Path path) throws IOException;
  }

  private static Capture open(
      CapturePlan plan, NanoClock clock, Consumer<String> say, Room room, Maker maker) {
    Salt salt = Salt.draw();
    try {
      CaptureFile file = maker.make(plan.file());
      if (!file.path().equals(plan.file())) {
        say.accept(
            "%s is there already: the traffic is captured to %s"
                .formatted(plan.file(), file.path().getFileName()));
      }
      Scribe scribe = new Scribe(file, plan.capBytes(), clock.nanoTime(), salt, say);
      return new Capture(salt, room, scribe, Conveyor.start("capture", clock, scribe, say));
    } catch (IOException e) {
      throw new PlanException(
          "file", plan.file() + " cannot be written: " + SystemReason.of(e) + "; name another");
    }
  }

  /// What a request's prompt is handed to, piece by piece; what it takes is to be given back.
  public PromptBlocks prompt() {
    return new PromptBlocks(salt, room);
  }

  /// Takes a finished request with its prompt, which nobody may feed any more; false where it is
  /// lost, or not known in full, or its prompt was read for the file before. Of several attempts
  /// only the last is written.
  public boolean offer(RequestRecord record, PromptBlocks prompt) {
    if (!prompt.by(salt) || prompt.cut()) {
      missed(record);
      return false;
    }
    return conveyor.offer(new Scribe.Captured(record, prompt), 600 + prompt.weight());
  }

  /// A finished request cannot be written, as its prompt was not read to its end. One that began
  /// before this file is none of it, and one without an answer would not be asked again.
  public void missed(RequestRecord record) {
    if (record.startNanos() >= scribe.beganNanos() && record.outputTokens() > 0) {
      missed.incrementAndGet();
    }
  }

  /// Ends at another size than it began with; where it has ended, it goes on up to that.
  public void endAt(long capBytes) {
    scribe.endAt(capBytes);
  }

  /// How it fares, as of at most half a second ago; any thread.
  public CaptureStatus status() {
    CaptureStatus s = scribe.status();
    return new CaptureStatus(
        s.written(), s.lost() + conveyor.lost() + missed.get(), s.bytes(), s.ended(), s.trouble());
  }

  /// Takes the file away again, as nothing came of it.
  public void discard() {
    conveyor.close();
    scribe.discard();
  }

  /// Writes what has come and closes the file; what is offered later is lost.
  @Override
  public void close() {
    conveyor.close();
  }
}
