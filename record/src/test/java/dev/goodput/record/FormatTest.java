package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests with the same entries in a log of each version, as it was written when the version was
/// new: a change of the codec without a new version fails here, and old runs stay readable.
class FormatTest {
  private static final int ENTRIES_A_BLOCK = 20;

  @TempDir private Path temp;

  /// Returns the entries as text, including each content event.
  static String reported(List<LogEntry> entries) {
    StringBuilder text = new StringBuilder();
    for (LogEntry entry : entries) {
      text.append(entry.toString().replace("\n", "\\n").replace("\0", "\\0")).append('\n');
      if (entry instanceof RequestRecord request) {
        tellChunks(request.chunks().cursor(), text);
      }
    }
    return text.toString();
  }

  private static void tellChunks(ChunkLog.Cursor cursor, StringBuilder text) {
    while (cursor.next()) {
      text.append("  ").append(cursor.nanos()).append(cursor.sharedRead() ? " shared " : " ");
      text.append(cursor.channel()).append(' ').append(cursor.tokens()).append('\n');
    }
  }

  private RunDirectory run(byte[] log) throws IOException {
    RunDirectory run = RunDirectory.create(temp.resolve("stored"), Manifest.empty());
    Files.write(run.path().resolve(RunDirectory.LOG_FILE), log);
    return run;
  }

  private static byte[] stored(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(FormatTest.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }

  private static List<LogEntry> entries(RunDirectory run) {
    List<LogEntry> entries = new ArrayList<>();
    run.read(entries::add);
    return entries;
  }

  @ParameterizedTest
  @CsvSource({
    "version-1.log, entries.txt",
    "version-2.log, entries.txt",
    "version-3.log, entries-3.txt",
    "version-4.log, entries-4.txt"
  })
  void readsALogOfEachVersion(String name, String entries) throws IOException {
    RunDirectory run = run(stored(name));
    assertThat(reported(entries(run)))
        .isEqualTo(new String(stored(entries), StandardCharsets.UTF_8));
    assertThat(run.state()).isEqualTo(new LogState.Complete(4));
  }

  @Test
  void writesTheSameBytesAsTheNewestVersionDid() throws IOException {
    byte[] log = stored("version-" + LogFormat.VERSION + ".log");
    RunDirectory again = RunDirectory.create(temp.resolve("again"), Manifest.empty());
    try (RunLogWriter writer = again.writer()) {
      int count = 0;
      for (LogEntry entry : entries(run(log))) {
        writer.append(entry);
        count++;
        if (count % ENTRIES_A_BLOCK == 0) {
          writer.flush();
        }
      }
    }
    assertThat(again.path().resolve(RunDirectory.LOG_FILE)).hasBinaryContent(log);
  }
}
