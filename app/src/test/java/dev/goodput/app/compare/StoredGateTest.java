package dev.goodput.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.runner.report.WrittenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stored runs that are written by hand, held against stored ones.
class StoredGateTest {
  private final Spoken typed = new Spoken();

  @TempDir private Path root = Path.of("");

  private void bench(String name, int seed, boolean late) {
    bench(name, seed, late, 5);
  }

  private void bench(String name, int seed, boolean late, int planned) {
    WrittenRun runs = new WrittenRun();
    for (int i = 0; i < 5; i++) {
      (i == 0 ? runs : runs.nextLevel()).requests(60, new Outcome.Ok("stop"));
      if (late) {
        runs.lagging();
      }
    }
    runs.in(
        root.resolve(name),
        Manifest.empty()
            .with("run.id", name)
            .with("run.started", "2026-11-23T06:14:42Z")
            .with("run.command", "goodput bench --repeats 5")
            .with("run.levels", planned)
            .with("run.seed", seed));
  }

  private int run(String line) {
    return typed.run((line + " --root " + root).split(" "));
  }

  @BeforeEach
  void storeABaseline() {
    bench("base", 1, false);
    assertThat(run("baseline set main base")).as(typed.err()).isZero();
  }

  @Test
  void refusesTheBaselineItselfAndItsLinksAndCopies() throws IOException {
    Files.createSymbolicLink(root.resolve("link"), Path.of("base"));
    Path copy = Files.createDirectory(root.resolve("copy"));
    for (String file : new String[] {"manifest.properties", "records.log"}) {
      Files.copy(root.resolve("base").resolve(file), copy.resolve(file));
    }
    for (String same : new String[] {"base", "link", "copy"}) {
      assertThat(run("gate --baseline main --candidate " + root.resolve(same))).isEqualTo(2);
      assertThat(typed.err()).contains("is a run of baseline main itself, or a copy of it");
    }
  }

  /// The second, which may be the slow one, would not be looked at.
  @Test
  void refusesCandidatesWithTheSeedOfTheBaseline() throws IOException {
    bench("one", 2, false);
    bench("two", 2, false);
    assertThat(run("gate --baseline main --candidate one --candidate two")).isEqualTo(2);
    assertThat(typed.err()).contains("sent the same requests (--seed 2)", "with another --seed");

    Files.createSymbolicLink(root.resolve("link"), Path.of("one"));
    bench("three", 3, false);
    assertThat(run("gate --baseline main --candidate one --candidate link --candidate three"))
        .as(typed.err())
        .isNotEqualTo(2);
  }

  @Test
  void suggestsMeasuringAnIncompleteCandidateAgain() {
    bench("cut", 4, false, 8);
    assertThat(run("gate --baseline main --candidate cut")).as(typed.err()).isEqualTo(8);
    assertThat(typed.out()).contains("once the candidate has been measured again, to its end");
  }

  @Test
  void endsLikeALiveGateIfAllRunsAreClientBound() {
    bench("late", 2, true);
    assertThat(run("gate --baseline main --candidate late")).as(typed.err()).isEqualTo(5);
    assertThat(typed.out())
        .startsWith("Client-bound: in each run of B: its client was the bottleneck");
  }
}
