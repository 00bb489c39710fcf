package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path temp;

  @Test
  void returnsTheManifestAndEveryEntryOnEachRead() {
    Manifest manifest = Manifest.empty().with("run.seed", 42);
    RunDirectory run = RunDirectory.create(temp.resolve("deep/run"), manifest);
    List<LogEntry> entries = new RandomEntries(7).list(5000);
    write(run, entries);
    RunDirectory opened = RunDirectory.open(run.path());
    assertThat(opened.manifest()).isEqualTo(manifest);
    assertThat(entries(opened)).isEqualTo(entries);
    assertThat(entries(opened)).isEqualTo(entries);
    assertThat(opened.state()).isInstanceOf(LogState.Complete.class);
    assertThat(opened.state().blocksRead()).as("more than one block").isGreaterThan(5);
    assertThat(opened.state().sentence()).isEmpty();
  }

  private static void write(RunDirectory run, List<LogEntry> entries) {
    try (RunLogWriter writer = run.writer()) {
      entries.forEach(writer::append);
    }
  }

  private static List<LogEntry> entries(RunDirectory run) {
    List<LogEntry> entries = new ArrayList<>();
    run.read(entries::add);
    return entries;
  }

  @Test
  void readsWhatWasFlushedWhileTheRunIsWritten() {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    List<LogEntry> entries = new RandomEntries(8).list(30);
    try (RunLogWriter writer = run.writer()) {
      entries.subList(0, 20).forEach(writer::append);
      writer.flush();
      writer.flush();
      entries.subList(20, 30).forEach(writer::append);
      assertThat(entries(RunDirectory.open(run.path()))).isEqualTo(entries.subList(0, 20));
      assertThat(run.state()).isEqualTo(new LogState.BeingWritten(1));
      assertThat(RunDirectory.isBeingWritten(run.path())).isTrue();
      assertThat(RunDirectory.isBeingWritten(temp)).as("in a directory below").isTrue();
    }
    assertThat(entries(run)).isEqualTo(entries);
    assertThat(run.state()).isEqualTo(new LogState.Complete(2));
    assertThat(RunDirectory.isBeingWritten(run.path())).isFalse();
  }

  @Test
  void readsEntriesAfterAMark() {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    List<LogEntry> entries = new RandomEntries(9).list(3000);
    List<LogEntry> read = new ArrayList<>();
    try (RunLogWriter writer = run.writer()) {
      long begin = writer.mark();
      entries.subList(0, 1999).forEach(writer::append);
      long mark = writer.mark();
      run.behind(mark).read(read::add);
      assertThat(read).isEmpty();
      entries.subList(1999, 3000).forEach(writer::append);
      writer.flush();
      run.behind(mark).read(read::add);
      assertThat(read).isEqualTo(entries.subList(1999, 3000));
      read.clear();
      run.behind(begin).read(read::add);
      assertThat(read).isEqualTo(entries);
    }
  }

  @Test
  void doesNotTreatAMissingLogAsAnEmptyOne() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    try (RunLogWriter writer = run.writer()) {
      LogSource level = run.behind(writer.mark());
      Files.delete(run.path().resolve(RunDirectory.LOG_FILE));
      assertThatExceptionOfType(RecordException.WriteFailed.class)
          .isThrownBy(() -> level.read(entry -> {}));
    }
  }

  @Test
  void hasNoEntriesBeforeTheLogIsStarted() {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    assertThat(entries(run)).isEmpty();
    assertThat(run.state().sentence()).isEqualTo("the log is not there; nothing of it can be read");
  }

  @Test
  void replacesTheManifest() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    run.updateManifest(run.manifest().with("host.cpus", 2));
    assertThat(run.manifest().whole("host.cpus")).hasValue(2);
    assertThat(RunDirectory.open(run.path()).manifest()).isEqualTo(run.manifest());
    try (var files = Files.list(run.path())) {
      assertThat(files).as("nothing left lying about").hasSize(1);
    }
  }

  @Test
  void takesOverAnEmptyDirectory() {
    RunDirectory run = RunDirectory.create(temp, Manifest.empty());
    assertThat(RunDirectory.open(temp).path()).isEqualTo(run.path());
  }

  @Test
  void refusesToStartInANonEmptyDirectory() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "x");
    assertExists(() -> RunDirectory.create(file, Manifest.empty()), "is a file");
    assertExists(() -> RunDirectory.create(temp, Manifest.empty()), "exists and is not empty");
    assertThat(file).as("untouched").hasContent("x");
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    write(run, List.of());
    assertExists(run::writer, "is there already");
  }

  @Test
  void startsWhereAProcessWasKilledBeforeItHadWrittenTheManifest() throws IOException {
    Path left = Files.writeString(temp.resolve("manifest.properties.new"), "#goodput-run 1\nrun.s");
    Manifest manifest = Manifest.empty().with("run.seed", 7);
    try (RandomAccessFile alive = new RandomAccessFile(left.toFile(), "rw");
        FileLock lock = alive.getChannel().lock()) {
      assertThat(lock.isValid()).isTrue();
      assertExists(() -> RunDirectory.create(temp, manifest), "exists and is not empty");
    }
    RunDirectory.create(temp, manifest);
    assertThat(RunDirectory.open(temp).manifest()).isEqualTo(manifest);
    assertThat(left).doesNotExist();
  }

  /// Half of the directories are there already: empty, or with what a killed process left.
  @Test
  void letsOneOfSeveralStartInADirectoryAtTheSameMoment() throws Exception {
    int starters = 4;
    try (ExecutorService threads = Executors.newFixedThreadPool(starters)) {
      for (int i = 0; i < 40; i++) {
        Path dir = temp.resolve("run-" + i);
        if (i % 2 == 0) {
          Files.createDirectory(dir);
        }
        if (i % 4 == 0) {
          Files.writeString(dir.resolve("manifest.properties.new"), "#goodput-run");
        }
        CyclicBarrier together = new CyclicBarrier(starters);
        List<Future<String>> results = new ArrayList<>();
        for (int starter = 0; starter < starters; starter++) {
          Manifest manifest = Manifest.empty().with("run.seed", starter);
          results.add(
              threads.submit(() -> {
                together.await();
                try {
                  return "seed "
                      + RunDirectory.create(dir, manifest).manifest().require("run.seed");
                } catch (RecordException.Exists e) {
                  return e.getMessage();
                }
              }));
        }
        List<String> found = new ArrayList<>();
        for (Future<String> each : results) {
          found.add(each.get());
        }
        found.sort(Comparator.comparing(line -> !line.startsWith("seed ")));
        assertThat(found.getFirst())
            .isEqualTo("seed " + RunDirectory.open(dir).manifest().require("run.seed"));
        assertThat(found.subList(1, starters))
            .allSatisfy(line -> assertThat(line).contains("exists and is not empty"));
        try (var files = Files.list(dir)) {
          assertThat(files).hasSize(1);
        }
      }
    }
  }

  private static void assertExists(Runnable action, String found) {
    assertThatExceptionOfType(RecordException.Exists.class)
        .isThrownBy(action::run)
        .satisfies(e -> assertThat(e.getMessage()).contains(found).hasLineCount(1));
  }

  @Test
  void namesWhatItFoundInsteadOfARun() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "x");
    assertNotARun(temp.resolve("none"), "nothing is there");
    assertNotARun(file, "it is a file");
    assertNotARun(temp, "it has no manifest.properties");
  }

  private static void assertNotARun(Path path, String found) {
    assertThatExceptionOfType(RecordException.NotARun.class)
        .isThrownBy(() -> RunDirectory.open(path))
        .satisfies(e ->
            assertThat(e.getMessage())
                .startsWith("no run at " + path + ": " + found)
                .hasLineCount(1));
  }

  @Test
  void reportsInOneLineWhyItCannotWriteTheManifest() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "x");
    assertThatExceptionOfType(RecordException.WriteFailed.class)
        .isThrownBy(() -> RunDirectory.create(file.resolve("below/run"), Manifest.empty()))
        .satisfies(e -> assertThat(e.getMessage()).contains(file.toString()).hasLineCount(1));
  }

  @Test
  void refusesALogOfANewerVersionAndAFileThatIsNoLog() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    Path log = run.path().resolve(RunDirectory.LOG_FILE);
    byte[] header = LogFormat.header();
    header[11]++;
    Files.write(log, header);
    assertThatExceptionOfType(RecordException.NewerVersion.class)
        .isThrownBy(() -> run.read(entry -> {}))
        .withMessage(
            log
                + " has format version 5, this Goodput reads up to 4;"
                + " use the Goodput that wrote it, or a newer one");
    Files.writeString(log, "2026-11-21 12:00 INFO something else");
    assertThatExceptionOfType(RecordException.Damaged.class).isThrownBy(run::state);
    Files.delete(log);
    Files.createDirectory(log);
    assertThatExceptionOfType(RecordException.ReadFailed.class).isThrownBy(run::state);
  }

  @Test
  void resumesAfterTheLastCompleteBlockWhereverALogIsTorn() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("on"), Manifest.empty());
    RandomEntries random = new RandomEntries(3);
    List<LogEntry> first = new ArrayList<>();
    List<LogEntry> more = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      first.add(random.next());
      more.add(random.next());
    }
    try (RunLogWriter writer = run.writer()) {
      for (LogEntry entry : first) {
        writer.append(entry);
        writer.flush();
      }
    }
    Path log = run.path().resolve(RunDirectory.LOG_FILE);
    byte[] whole = Files.readAllBytes(log);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(log, Arrays.copyOf(whole, length));
      List<LogEntry> expected = entries(run);
      long dropped = run.state() instanceof LogState.Torn torn ? torn.bytesDropped() : 0;
      Files.deleteIfExists(run.path().resolve(RunDirectory.CUT_FILE));
      try (RunLogWriter writer = run.resumeLog()) {
        more.forEach(writer::append);
      }
      expected.addAll(more);
      assertThat(entries(run)).isEqualTo(expected);
      assertThat(run.state()).isInstanceOf(LogState.Complete.class);
      if (dropped > LogFormat.BLOCK_HEADER_BYTES) {
        assertThat(run.path().resolve(RunDirectory.CUT_FILE)).hasSize(dropped);
      }
    }
  }

  @Test
  void doesNotAppendToALogOfAnOlderVersion() throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("old"), Manifest.empty());
    run.writer().close();
    Path log = run.path().resolve(RunDirectory.LOG_FILE);
    byte[] bytes = Files.readAllBytes(log);
    bytes[LogFormat.HEADER_BYTES - 1] = LogFormat.OLDEST;
    Files.write(log, bytes);

    assertThatExceptionOfType(RecordException.Closed.class)
        .isThrownBy(run::resumeLog)
        .withMessageContaining("is of an older version");
    assertThatExceptionOfType(RecordException.Closed.class).isThrownBy(run::lock);
    assertThat(log).hasBinaryContent(bytes);
  }

  @Test
  void isLockedByOneWriterAndRefusesALogBeingWritten() {
    RunDirectory run = RunDirectory.create(temp.resolve("held"), Manifest.empty());
    run.lock().close();
    try (RunLogWriter writer = run.writer()) {
      assertThatExceptionOfType(RecordException.Closed.class)
          .isThrownBy(run::lock)
          .withMessageContaining("is being written by another process");
      writer.flush();
    }
    RunLock lock = run.lock();
    assertThatExceptionOfType(RecordException.Closed.class).isThrownBy(run::lock);
    lock.close();
    run.lock().close();
  }
}
