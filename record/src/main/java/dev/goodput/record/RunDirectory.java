package dev.goodput.record;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One run on disk: a manifest to repeat it from, and the log from which every figure is computed.
///
/// ```
/// manifest.properties   key=value, replaced as a whole
/// records.log           append-only, checksummed blocks
/// ```
///
/// The directory may contain other files. Thread-safe; the writer it returns belongs to one thread.
public final class RunDirectory implements LogSource {
  /// The manifest's file name.
  public static final String MANIFEST_FILE = "manifest.properties";

  /// The log's file name.
  public static final String LOG_FILE = "records.log";

  /// The torn part of the log of a run that was continued; never read.
  public static final String CUT_FILE = "records.log.cut";

  /// What a gateway observed in addition to requests, one line each.
  public static final String SERVICE_FILE = "service.jsonl";

  /// The texts of a run's responses, one JSON object per request, if the run keeps them.
  public static final String ANSWERS_FILE = "answers.jsonl";

  /// The file locked by searches, continued searches and saturations; it is empty.
  public static final String LOCK_FILE = "run.lock";

  private static final LogState NOT_THERE = new LogState.Torn(0, 0, "is not there");

  private final Path path;
  private volatile Manifest manifest;

  private RunDirectory(Path path, Manifest manifest) {
    this.path = path;
    this.manifest = manifest;
  }

  /// Creates a new run directory, with its parents, and writes the manifest. An empty directory is
  /// reused. Of several processes that do so at the same moment, one succeeds.
  ///
  /// @throws RecordException.Exists if there is a file, or a directory that is not vacant
  /// @throws RecordException.WriteFailed if the system refused the write
  public static RunDirectory create(Path dir, Manifest manifest) {
    if (Files.exists(dir) && !Files.isDirectory(dir)) {
      throw new RecordException.Exists(dir, "is a file");
    }
    requireVacant(dir);
    try {
      Files.createDirectories(dir);
      start(dir, manifest);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(dir, e);
    }
    return new RunDirectory(dir, manifest);
  }

  private static void requireVacant(Path dir) {
    try {
      if (Files.isDirectory(dir) && !isVacant(dir)) {
        throw notEmpty(dir);
      }
    } catch (IOException e) {
      throw new RecordException.ReadFailed(dir, e);
    }
  }

  /// Returns whether a run can start in an existing directory: it is empty, or holds nothing but
  /// what a process left that ended before it had written the manifest.
  public static boolean isVacant(Path dir) throws IOException {
    Path next = ManifestFile.next(dir.resolve(MANIFEST_FILE));
    try (Stream<Path> children = Files.list(dir)) {
      return children.allMatch(child -> child.equals(next));
    }
  }

  /// Writes the first manifest, with a lock on the file that becomes it. Only one process creates
  /// that file or gets the lock. The file of a process that was killed is not locked, and is
  /// written again.
  private static void start(Path dir, Manifest manifest) throws IOException {
    Path next = ManifestFile.next(dir.resolve(MANIFEST_FILE));
    boolean created = next.toFile().createNewFile();
    try (RandomAccessFile file = new RandomAccessFile(next.toFile(), "rw")) {
      if (!(created ? RunLock.isFree(file.getChannel(), false) : RunLock.gets(file.getChannel()))) {
        boolean withoutLocks = RunLock.isFree(file.getChannel(), false);
        throw withoutLocks && isVacant(dir) ? undecided(dir, next) : notEmpty(dir);
      }
      if (!isVacant(dir)) {
        // Another process has finished its manifest meanwhile.
        if (created || file.length() == 0) {
          Files.deleteIfExists(next);
        }
        throw notEmpty(dir);
      }
      ManifestFile.finish(file, dir.resolve(MANIFEST_FILE), manifest);
    }
  }

  private static RecordException notEmpty(Path dir) {
    return new RecordException.Exists(dir, "exists and is not empty");
  }

  /// Returns that without locks it is not known whether a process still writes the file.
  private static RecordException undecided(Path dir, Path next) {
    return new RecordException.Exists(
        dir,
        "holds %s of a run that did not start or is starting now; if none is, remove this file"
            .formatted(next.getFileName()));
  }

  /// Returns whether a process is writing the log of a run, or of a part of it in a directory
  /// below, as far as the file system has locks. A process must not call this for a log of its own.
  public static boolean isBeingWritten(Path dir) {
    try (Stream<Path> children = Files.list(dir)) {
      return isOpen(dir.resolve(LOG_FILE))
          || children.anyMatch(child -> isOpen(child.resolve(LOG_FILE)));
    } catch (IOException e) {
      throw new RecordException.ReadFailed(dir, e);
    }
  }

  private static boolean isOpen(Path log) {
    if (!Files.isRegularFile(log)) {
      return false;
    }
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.READ)) {
      return !RunLock.isFree(file, true);
    } catch (IOException e) {
      return false; // What cannot be read is reported where it is read.
    }
  }

  /// Opens the directory of an earlier run, or of one that is being written.
  ///
  /// @throws RecordException.NotARun if there is no run directory
  /// @throws RecordException.NewerVersion if a newer version wrote it
  /// @throws RecordException.Damaged if the manifest cannot be parsed
  public static RunDirectory open(Path dir) {
    if (Files.notExists(dir)) {
      throw new RecordException.NotARun(dir, "nothing is there");
    }
    if (!Files.isDirectory(dir)) {
      throw new RecordException.NotARun(dir, "it is a file");
    }
    Path file = dir.resolve(MANIFEST_FILE);
    if (!Files.isRegularFile(file)) {
      throw new RecordException.NotARun(dir, "it has no " + MANIFEST_FILE);
    }
    return new RunDirectory(dir, ManifestFile.read(file));
  }

  /// Returns the directory's path.
  public Path path() {
    return path;
  }

  /// Returns the manifest as last written or read.
  public Manifest manifest() {
    return manifest;
  }

  /// Replaces the manifest atomically: a reader, or a kill, sees the old one or the new one.
  ///
  /// @throws RecordException.WriteFailed if the system refused the write; the old one is kept
  public synchronized void updateManifest(Manifest m) {
    ManifestFile.replace(path.resolve(MANIFEST_FILE), m);
    manifest = m;
  }

  /// Appends a line to another file of the directory, at once: a kill loses at most this line.
  /// Experiments store there what the log does not contain.
  ///
  /// @param file the file's name
  /// @throws RecordException.WriteFailed if the system refused the write
  public void append(String file, String line) {
    Path nextTo = path.resolve(file);
    try {
      String end = torn(nextTo) ? "\n" : "";
      Files.writeString(
          nextTo, end + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(nextTo, e);
    }
  }

  /// Returns whether a kill has left the last line incomplete.
  private static boolean torn(Path nextTo) throws IOException {
    if (Files.notExists(nextTo) || Files.size(nextTo) == 0) {
      return false;
    }
    try (RandomAccessFile file = new RandomAccessFile(nextTo.toFile(), "r")) {
      file.seek(file.length() - 1);
      return file.read() != '\n';
    }
  }

  /// Returns the lines of such a file; the last may be torn. None if the file does not exist.
  ///
  /// @param file the file's name
  /// @throws RecordException.ReadFailed if the system refused the read
  public List<String> lines(String file) {
    Path nextTo = path.resolve(file);
    try {
      // This charset can decode any bytes of a damaged file.
      return Files.exists(nextTo)
          ? Files.readAllLines(nextTo, StandardCharsets.ISO_8859_1)
          : List.of();
    } catch (IOException e) {
      throw new RecordException.ReadFailed(nextTo, e);
    }
  }

  /// Starts the run's log; once.
  ///
  /// @throws RecordException.Exists if the log was started before
  /// @throws RecordException.WriteFailed if the system refused the write
  public RunLogWriter writer() {
    Path log = path.resolve(LOG_FILE);
    try {
      if (!log.toFile().createNewFile()) {
        throw new RecordException.Exists(log, "is there already");
      }
      return RunLogWriter.create(log);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
  }

  /// Locks a run whose log is to be continued, and checks that it can be. The log is not changed.
  ///
  /// @throws RecordException.Closed if another process is writing it, or an older version wrote it
  /// @throws RecordException.Damaged if the file is not a log
  /// @throws RecordException.NewerVersion if a newer version wrote it
  /// @throws RecordException.WriteFailed if the system would refuse writes
  public RunLock lock() {
    RunLock lock = RunLock.take(path.resolve(LOCK_FILE));
    try {
      requireGoingOn(path.resolve(LOG_FILE));
      return lock;
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /// Locks a run that is to be deleted, whichever version wrote it.
  ///
  /// @throws RecordException.Closed if another process is writing it
  /// @throws RecordException.WriteFailed if the system would refuse writes
  public RunLock hold() {
    RunLock lock = RunLock.take(path.resolve(LOCK_FILE));
    try {
      requireFree(path.resolve(LOG_FILE));
      return lock;
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static void requireGoingOn(Path log) {
    if (Files.notExists(log)) {
      return;
    }
    try (LogReader reader = new LogReader(log)) {
      if (reader.begin()) {
        requireVersion(reader, log);
      }
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
    requireFree(log);
  }

  private static void requireFree(Path log) {
    if (Files.notExists(log)) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      RunLogWriter.lock(log, file);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
  }

  /// Continues the run's log after its last whole block, or starts it if there is none. A torn part
  /// that a kill left after that block, which cannot be read, is moved to [#CUT_FILE].
  ///
  /// @throws RecordException.Closed if another process is writing it, or an older version wrote it
  /// @throws RecordException.Damaged if the file is not a log
  /// @throws RecordException.NewerVersion if a newer version wrote it
  /// @throws RecordException.WriteFailed if the system refused the write
  public RunLogWriter resumeLog() {
    Path log = path.resolve(LOG_FILE);
    if (Files.notExists(log)) {
      return writer();
    }
    try {
      long whole = wholeBytes(log);
      return RunLogWriter.resume(log, whole, path.resolve(CUT_FILE));
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
  }

  private static void requireVersion(LogReader reader, Path log) {
    if (reader.version() < LogFormat.VERSION) {
      throw new RecordException.Closed(log, "is of an older version");
    }
  }

  /// Returns the end of the last whole block that has entries; 0 if not even the header is whole.
  private static long wholeBytes(Path log) throws IOException {
    try (LogReader reader = new LogReader(log)) {
      boolean more = reader.begin();
      if (more) {
        requireVersion(reader, log);
      }
      while (more && reader.next()) {
        // Only the position matters.
      }
      return reader.wholeBytes();
    }
  }

  /// Passes on every entry before the end or the torn part, in the order of writing, with one block
  /// in memory; may be called any number of times, also while the run is being written.
  ///
  /// @throws RecordException.Damaged if a block's checksum is right but its content is not, or the
  ///   file is not a log
  /// @throws RecordException.NewerVersion if a newer version wrote the log
  /// @throws RecordException.ReadFailed if the system refused the read
  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    walk(0, reader -> reader.decode(consumer));
  }

  /// Returns what was written after a mark ([RunLogWriter#mark()]), to be read like the whole log.
  /// Reading fails if the log no longer exists, because a missing log is not an empty one.
  public LogSource behind(long mark) {
    return consumer -> {
      if (walk(mark, reader -> reader.decode(consumer)).equals(NOT_THERE)) {
        Path log = path.resolve(LOG_FILE);
        throw new RecordException.WriteFailed(log, new NoSuchFileException(log.toString()));
      }
    };
  }

  /// Checks the whole log: whether it was closed, whether another process is writing it, and
  /// whether part of it is torn.
  ///
  /// @throws RecordException as [#read(Consumer)] does, except for damaged content
  public LogState state() {
    LogState state = walk(0, reader -> {});
    return state instanceof LogState.Torn torn && isOpen(path.resolve(LOG_FILE))
        ? new LogState.BeingWritten(torn.blocksRead())
        : state;
  }

  private LogState walk(long from, Consumer<LogReader> eachBlock) {
    Path log = path.resolve(LOG_FILE);
    try (LogReader reader = new LogReader(log)) {
      boolean more = reader.begin();
      reader.skipTo(from);
      while (more && reader.next()) {
        eachBlock.accept(reader);
      }
      return reader.state();
    } catch (FileNotFoundException e) {
      if (Files.exists(log)) {
        throw new RecordException.ReadFailed(log, e);
      }
      return NOT_THERE;
    } catch (IOException e) {
      throw new RecordException.ReadFailed(log, e);
    }
  }
}
