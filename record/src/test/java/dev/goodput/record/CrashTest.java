package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("fault")
class CrashTest {
  private static final String DONE = "done ";

  @TempDir private Path temp;

  /// Writes requests without end and prints how many were flushed. Runs in its own JVM.
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      RunDirectory run = RunDirectory.create(Path.of(args[0]), Manifest.empty());
      try (RunLogWriter writer = run.writer()) {
        for (int i = 0; ; i++) {
          writer.append(request(i));
          if (i % 37 == 36) {
            writer.flush();
            System.out.println(DONE + (i + 1));
          }
        }
      } catch (RecordException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static RequestRecord request(int i) {
    return Requests.streaming(i, i * 1_000_000L, 100, 20_000_000);
  }

  @Test
  void keepsEverythingFlushedWhenTheProcessIsKilled() throws Exception {
    for (int linesToSee : new int[] {1, 40, 150}) {
      Path dir = temp.resolve("killed-after-" + linesToSee);
      Process child = new ProcessBuilder(command(dir)).redirectErrorStream(true).start();
      List<String> lines = new ArrayList<>();
      try (BufferedReader output = child.inputReader()) {
        while (lines.size() < linesToSee) {
          lines.add(String.valueOf(output.readLine()));
        }
        // The handle's kill, unlike the process's own, leaves the output open to be read to its
        // end.
        child.toHandle().destroyForcibly();
        output.lines().filter(line -> line.startsWith(DONE)).forEach(lines::add);
      }
      assertThat(child.waitFor()).as("killed, not ended").isNotZero();
      assertKept(RunDirectory.open(dir), lines);
    }
  }

  private static void assertKept(RunDirectory run, List<String> lines) {
    // The last line itself may be cut by the kill; the one before is whole.
    String flushed = lines.get(Math.max(0, lines.size() - 2)).substring(DONE.length());
    List<LogEntry> kept = new ArrayList<>();
    run.read(kept::add);
    assertThat(kept).hasSizeGreaterThanOrEqualTo(Integer.parseInt(flushed));
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i)).isEqualTo(request(i));
    }
    assertThat(run.state()).isInstanceOf(LogState.Torn.class);
  }

  private static List<String> command(Path dir) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Child.class.getName(),
        dir.toString());
  }

  @Test
  void reportsAFullFileAndKeepsWhatWasWritten() throws Exception {
    if (!Files.isExecutable(Path.of("/bin/sh"))) {
      throw new IOException("this test limits the file size with /bin/sh, which is not here");
    }
    Path dir = temp.resolve("limited");
    List<String> limited =
        new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 600 && exec \"$@\"", "sh"));
    limited.addAll(command(dir));
    Process child = new ProcessBuilder(limited).redirectErrorStream(true).start();
    List<String> lines;
    try (BufferedReader output = child.inputReader()) {
      lines = output.lines().toList();
    }
    assertThat(child.waitFor()).isZero();
    assertThat(lines.getLast())
        .startsWith("cannot write " + dir.resolve(RunDirectory.LOG_FILE) + ": ")
        .contains("what was written before is kept");
    assertKept(RunDirectory.open(dir), lines.subList(0, lines.size() - 1));
  }
}
