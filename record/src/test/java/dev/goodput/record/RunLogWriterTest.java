package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogWriterTest {
  @TempDir private Path temp;

  /// A file on a disk that has room for a given number of bytes and takes half of a write that does
  /// not fit.
  private static final class SmallDisk extends RandomAccessFile {
    private long room;

    SmallDisk(Path path, long room) throws IOException {
      super(path.toFile(), "rw");
      this.room = room;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > room) {
        super.write(bytes, offset, length / 2);
        throw new IOException("No space left on device");
      }
      room -= length;
      super.write(bytes, offset, length);
    }
  }

  private Path log(RunDirectory run) {
    return run.path().resolve(RunDirectory.LOG_FILE);
  }

  @Test
  @Tag("fault")
  void keepsWhatWasWrittenBeforeTheDiskWasFull() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    RunLogWriter writer = new RunLogWriter(log(run), new SmallDisk(log(run), 200_000), 0);
    RandomEntries entries = new RandomEntries(11);
    List<LogEntry> appended = new ArrayList<>();
    assertThatExceptionOfType(RecordException.WriteFailed.class)
        .isThrownBy(() -> appendForever(writer, entries, appended))
        .satisfies(e ->
            assertThat(e.getMessage())
                .startsWith("cannot write " + log(run) + ": No space left on device;")
                .hasLineCount(1));
    assertThatExceptionOfType(RecordException.WriteFailed.class).isThrownBy(writer::flush);
    assertThatCode(writer::close).doesNotThrowAnyException();
    List<LogEntry> kept = new ArrayList<>();
    run.read(kept::add);
    assertThat(kept).hasSizeGreaterThan(100).isEqualTo(appended.subList(0, kept.size()));
    assertThat(run.state()).as("cut back to whole blocks").isEqualTo(endless(run));
  }

  private static LogState endless(RunDirectory run) {
    return new LogState.Torn(
        0, run.state().blocksRead(), "ends without the mark of a finished run");
  }

  private static void appendForever(
      RunLogWriter writer, RandomEntries entries, List<LogEntry> appended) {
    while (true) {
      LogEntry entry = entries.next();
      appended.add(entry);
      writer.append(entry);
    }
  }

  @Test
  @Tag("fault")
  void reportsAFullDiskWhenOnlyTheEndDoesNotFit() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    RunLogWriter writer = new RunLogWriter(log(run), new SmallDisk(log(run), 20), 0);
    writer.append(new LevelStarted(0, 0, "closed", "", Double.NaN, 4, 0));
    assertThatExceptionOfType(RecordException.WriteFailed.class).isThrownBy(writer::close);
    assertThatCode(writer::close).as("closing again").doesNotThrowAnyException();
  }

  @Test
  void refusesWritesAfterClose() {
    RunLogWriter writer = RunDirectory.create(temp.resolve("run"), Manifest.empty()).writer();
    writer.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> writer.append(Requests.streaming(0, 0, 1, 1)));
    assertThatIllegalStateException().isThrownBy(writer::flush);
  }

  @Test
  void ignoresAnInterrupt() {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    try (RunLogWriter writer = run.writer()) {
      Thread.currentThread().interrupt();
      writer.append(Requests.streaming(0, 0, 1, 1));
      writer.flush();
      run.updateManifest(Manifest.empty().with("a", 1));
    } finally {
      assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
    }
    assertThat(run.state()).isEqualTo(new LogState.Complete(1));
    assertThat(RunDirectory.open(run.path()).manifest().whole("a")).hasValue(1);
  }

  @Test
  void skipsAnEntryThatIsTooLargeAndContinues() {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    RequestRecord small = Requests.streaming(0, 0, 1, 1);
    try (RunLogWriter writer = run.writer()) {
      writer.append(small);
      assertThatExceptionOfType(RecordException.TooLarge.class)
          .isThrownBy(() -> writer.append(named("x".repeat(64 * 1024 * 1024))));
      writer.append(small);
      writer.append(named("y".repeat(1024 * 1024)));
    }
    List<LogEntry> kept = new ArrayList<>();
    run.read(kept::add);
    assertThat(kept).containsExactly(small, small, named("y".repeat(1024 * 1024)));
    assertThat(run.state()).isEqualTo(new LogState.Complete(2));
  }

  private static LevelStarted named(String arrivals) {
    return new LevelStarted(0, 0, arrivals, "", 0, 0, 0);
  }
}
