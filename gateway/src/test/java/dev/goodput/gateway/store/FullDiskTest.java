package dev.goodput.gateway.store;

import static dev.goodput.gateway.store.Exchanges.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests a log whose writes the system refuses, in a process whose files may not grow.
@Tag("fault")
final class FullDiskTest {
  @TempDir private Path root;

  /// Has two directories open, writes until the newer one is refused, and then continues.
  static final class Child {
    private static final long TURN = 60 * SECOND;

    private Child() {}

    public static void main(String[] args) {
      LogPlan plan = new LogPlan(Path.of(args[0]), 1, 1 << 20, TURN, 1 << 24, Set.of());
      LogRules rules = new LogRules(plan, LogKind.GATEWAY, Sampling.ALL, Manifest.empty());
      LogRotator rotator = new LogRotator(rules, () -> Instant.EPOCH, System.out::println);
      rotator.begin(0);
      int accepted = 0;
      rotator.accept(Exchanges.at(accepted++, 0));
      rotator.tick(TURN, 0);
      for (int i = 0; i < 10; i++) {
        rotator.accept(Exchanges.at(accepted++, i));
      }
      while (rotator.status().problem().isEmpty()) {
        rotator.accept(Exchanges.at(accepted++, TURN + accepted));
      }
      rotator.accept(Exchanges.at(accepted++, TURN + accepted));
      LogStatus status = rotator.status();
      System.out.println("accepted " + accepted);
      System.out.println("written " + status.written());
      System.out.println("lost " + status.lost());
      rotator.tick(TURN + LogRotator.RETRY_NANOS, GatewayHealth.NOBODY);
      rotator.end(TURN + LogRotator.RETRY_NANOS);
    }
  }

  private static long of(List<String> lines, String word) {
    return lines.stream()
        .filter(line -> line.startsWith(word + " "))
        .mapToLong(line -> Long.parseLong(line.substring(word.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + word + " in " + lines));
  }

  private List<String> run() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/bin/sh"))) {
      throw new IOException("this test limits the file size with /bin/sh, which is not here");
    }
    List<String> command =
        List.of(
            "/bin/sh",
            "-c",
            "ulimit -f 200 && exec \"$@\"",
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            root.toString());
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines;
    try (BufferedReader output = child.inputReader()) {
      lines = output.lines().toList();
    }
    assertThat(child.waitFor()).as("%s", lines).isZero();
    return lines;
  }

  @Test
  void countsForLostWhatIsNotThereAndForWrittenWhatIs() throws Exception {
    List<String> lines = run();
    List<RequestRecord> kept = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try (Stream<Path> inside = Files.list(root)) {
      for (Path path : inside.toList()) {
        RunDirectory run = RunDirectory.open(path);
        run.manifest().text("run.note.1").ifPresent(notes::add);
        run.read(entry -> {
          if (entry instanceof RequestRecord record) {
            kept.add(record);
          }
        });
      }
    }
    long lost = of(lines, "lost");
    assertThat(of(lines, "written")).isEqualTo(kept.size());
    assertThat(kept.size() + lost).isEqualTo(of(lines, "accepted"));
    assertThat(lost).as("at least the one refused and the one behind it").isGreaterThan(1);
    String words = "%,d exchanges were not kept".formatted(lost);
    assertThat(lines).anyMatch(line -> line.contains("goes on in ") && line.contains(words));
    assertThat(notes).singleElement().asString().contains(words);
  }
}
