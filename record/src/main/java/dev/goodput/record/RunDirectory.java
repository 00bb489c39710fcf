package dev.goodput.record;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One run on disk: a manifest to repeat it by, and the log every figure is computed from.
///
/// ```
/// manifest.properties   key=value, replaced as a whole
/// records.log           append-only, checksummed blocks
/// ```
///
/// Other files may lie beside them. Thread-safe; the writer it hands out belongs to one thread.
public final class RunDirectory implements LogSource {
  /// The manifest's file name.
  public static final String MANIFEST_FILE = "manifest.properties";

  /// The log's file name.
  public static final String LOG_FILE = "records.log";

  /// What was torn of the log of a run that was gone on with; nobody reads it.
  public static final String CUT_FILE = "records.log.cut";

  /// Locked by who searches, goes on with a search, or saturates; it holds nothing.
  public static final String LOCK_FILE = "run.lock";

  private static final LogState NOT_THERE = new LogState.Torn(0, 0, "is not there");

  private final Path path;
  private volatile Manifest manifest;

  private RunDirectory(Path path, Manifest manifest) {
    this.path = path;
    this.manifest = manifest;
  }

  /// Makes a new run directory, with its parents, and writes the manifest. An empty directory is
  /// taken over.
  ///
  /// @throws RecordException.Exists where a file or a directory with anything in it is there
  /// @throws RecordException.WriteFailed where the system refused
  public static RunDirectory create(Path dir, Manifest manifest) {
    if (Files.exists(dir) && !Files.isDirectory(dir)) {
      throw new RecordException.Exists(dir, "is a file");
    }
    if (Files.isDirectory(dir) && !isEmpty(dir)) {
      throw new RecordException.Exists(dir, "exists and is not empty");
    }
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(dir, e);
    }
    RunDirectory run = new RunDirectory(dir, manifest);
    run.updateManifest(manifest);
    return run;
  }

  private static boolean isEmpty(Path dir) {
    try (Stream<Path> children = Files.list(dir)) {
      return children.findAny().isEmpty();
    } catch (IOException e) {
      throw new RecordException.ReadFailed(dir, e);
    }
  }

  /// Opens the directory of an earlier run, or of one that is being written.
  ///
  /// @throws RecordException.NotARun where there is no run directory
  /// @throws RecordException.NewerVersion where a newer version wrote it
  /// @throws RecordException.Damaged where the manifest cannot be read as one
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

  /// Where the run lies.
  public Path path() {
    return path;
  }

  /// What was known of the run when its manifest was last written or read.
  public Manifest manifest() {
    return manifest;
  }

  /// Replaces the manifest in one step: a reader, or a kill, sees the old one or the new one.
  ///
  /// @throws RecordException.WriteFailed where the system refused; the old one is kept
  public synchronized void updateManifest(Manifest m) {
    ManifestFile.replace(path.resolve(MANIFEST_FILE), m);
    manifest = m;
  }

  /// Appends a line to a file beside the log, at once: a kill costs at most this line. An
  /// experiment keeps there what the log does not tell.
  ///
  /// @param file its name
  /// @throws RecordException.WriteFailed where the system refused
  public void append(String file, String line) {
    Path beside = path.resolve(file);
    try {
      String end = torn(beside) ? "\n" : "";
      Files.writeString(
          beside, end + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(beside, e);
    }
  }

  /// Whether a kill has left the last line without its end.
  private static boolean torn(Path beside) throws IOException {
    if (Files.notExists(beside) || Files.size(beside) == 0) {
      return false;
    }
    try (RandomAccessFile file = new RandomAccessFile(beside.toFile(), "r")) {
      file.seek(file.length() - 1);
      return file.read() != '\n';
    }
  }

  /// The lines of such a file, the last one perhaps torn; none where it is not there.
  ///
  /// @param file its name
  /// @throws RecordException.ReadFailed where the system refused
  public List<String> lines(String file) {
    Path beside = path.resolve(file);
    try {
      // Whatever a damaged file holds can be read so.
      return Files.exists(beside)
          ? Files.readAllLines(beside, StandardCharsets.ISO_8859_1)
          : List.of();
    } catch (IOException e) {
      throw new RecordException.ReadFailed(beside, e);
    }
  }

  /// Begins the run's log; once.
  ///
  /// @throws RecordException.Exists where the log was begun before
  /// @throws RecordException.WriteFailed where the system refused
  public RunLogWriter writer() {
    Path log = path.resolve(LOG_FILE);
    try {
      if (!log.toFile().createNewFile()) {
        throw new RecordException.Exists(log, "is there already");
      }
      return RunLogWriter.begin(log);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
  }

  /// Takes hold of a run whose log is to be gone on with: from now on nobody else does, and the log
  /// can be. Nothing of it is changed.
  ///
  /// @throws RecordException.Closed where another process writes it, or an older version wrote it
  /// @throws RecordException.Damaged where the log is none
  /// @throws RecordException.NewerVersion where a newer version wrote it
  /// @throws RecordException.WriteFailed where the system would refuse
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

  /// Takes hold of a run that is to be taken away, whichever version wrote it.
  ///
  /// @throws RecordException.Closed where another process writes it
  /// @throws RecordException.WriteFailed where the system would refuse
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

  /// Goes on with the run's log behind its last whole block, or begins it where there is none. What
  /// a kill has left torn behind that, which nobody can read, is moved to [#CUT_FILE].
  ///
  /// @throws RecordException.Closed where another process writes it, or an older version wrote it
  /// @throws RecordException.Damaged where the file is no log
  /// @throws RecordException.NewerVersion where a newer version wrote it
  /// @throws RecordException.WriteFailed where the system refused
  public RunLogWriter goOn() {
    Path log = path.resolve(LOG_FILE);
    if (Files.notExists(log)) {
      return writer();
    }
    try {
      long whole = wholeBytes(log);
      return RunLogWriter.goOn(log, whole, path.resolve(CUT_FILE));
    } catch (IOException e) {
      throw new RecordException.WriteFailed(log, e);
    }
  }

  private static void requireVersion(LogReader reader, Path log) {
    if (reader.version() < LogFormat.VERSION) {
      throw new RecordException.Closed(log, "is of an older version");
    }
  }

  /// Where the last whole block ends that has entries; 0 where not even the header is whole.
  private static long wholeBytes(Path log) throws IOException {
    try (LogReader reader = new LogReader(log)) {
      boolean more = reader.begin();
      if (more) {
        requireVersion(reader, log);
      }
      while (more && reader.next()) {
        // Only its place matters.
      }
      return reader.wholeBytes();
    }
  }

  /// Hands over every entry before the end or the tear, in the order of writing, with one block in
  /// memory; as often as wanted, also while the run is being written.
  ///
  /// @throws RecordException.Damaged where a block's checksum is right and its content is not, or
  ///   the file is no log
  /// @throws RecordException.NewerVersion where a newer version wrote the log
  /// @throws RecordException.ReadFailed where the system refused
  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    walk(0, reader -> reader.decode(consumer));
  }

  /// What was written behind a mark ([RunLogWriter#mark()]), to be read as the whole log is; but
  /// for a log that is not there any more, which is no empty one.
  public LogSource behind(long mark) {
    return consumer -> {
      if (walk(mark, reader -> reader.decode(consumer)).equals(NOT_THERE)) {
        Path log = path.resolve(LOG_FILE);
        throw new RecordException.WriteFailed(log, new NoSuchFileException(log.toString()));
      }
    };
  }

  /// Checks the whole log: whether it was closed, and what of it is torn.
  ///
  /// @throws RecordException as [#read(Consumer)] does, but for damaged content
  public LogState state() {
    return walk(0, reader -> {});
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
