package dev.goodput.lab;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.live.Progress;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.length.LengthDistribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class BenchTest {
  @TempDir private Path folder;
  private final VirtualTarget target =
      new VirtualTarget(EngineProfile.named("h100", "llama-3.1-8b"));

  /// Keeps the received events, in order.
  private static final class Ears implements BenchListener {
    private final List<String> received = new ArrayList<>();
    private @Nullable Progress last;

    @Override
    public void warmingUp() {
      received.add("warming up");
    }

    @Override
    public void levelStarted(int index, int levels, Load level) {
      received.add("begins " + index + " of " + levels + " " + level.arrivals());
    }

    @Override
    public void progress(Progress progress) {
      last = progress;
    }

    @Override
    public void levelEnded(int index, LevelEnded.Ending ending, String reason) {
      received.add("ended " + index + " " + ending + reason);
    }
  }

  @Test
  void reportsProgress() {
    Ears ears = new Ears();
    Runs.of(
        Plans.of(Plans.closed(2, 10), Plans.poisson(5, 20)).plan(),
        target,
        folder.resolve("r"),
        ears);

    assertThat(ears.received)
        .containsExactly(
            "warming up",
            "begins 0 of 2 closed",
            "ended 0 COUNTED",
            "begins 1 of 2 poisson",
            "ended 1 COUNTED");
    Progress last = requireNonNull(ears.last);
    assertThat(last.level()).isEqualTo(1);
    assertThat(last.done()).isEqualTo(20);
    assertThat(last.inFlight()).isZero();
    assertThat(last.failed()).isEmpty();
  }

  @Test
  void aKilledRunLosesAtMostOneSecond() {
    RunDirectory directory = RunDirectory.create(folder.resolve("r"), Manifest.empty());
    List<Long> onDisk = new ArrayList<>();
    BenchListener reader =
        new BenchListener() {
          @Override
          public void progress(Progress progress) {
            long[] records = {0};
            directory.read(entry -> records[0] += entry instanceof RequestRecord ? 1 : 0);
            assertThat(records[0]).isBetween(progress.done() - 25, progress.done());
            onDisk.add(records[0]);
          }
        };
    Bench.run(Plans.of(Plans.poisson(10, 100)).plan(), target, directory, reader);

    assertThat(onDisk).hasSizeGreaterThan(5).isSorted();
    assertThat(onDisk.get(onDisk.size() / 2)).isPositive();
  }

  @Test
  void countsWhatTheWorkloadSkipped() {
    Plans plans =
        Plans.of(Plans.closed(1, 50))
            .withWorkload("azure-conv")
            .withLimits(new LengthLimits(1_000, null, LengthDistribution.fixed(12)));
    Runs run = Runs.of(plans.plan(), target, folder.resolve("r"));

    SessionSource same = plans.plan().source(0);
    for (int i = 0; i < 50; i++) {
      same.next();
    }
    assertThat(run.outcome().skipped())
        .isEqualTo(same.skipped())
        .isNotEqualTo(SkippedRequests.NONE);
    assertThat(run.directory().manifest().values())
        .containsEntry("workload.skipped", Long.toString(same.skipped().count()))
        .containsEntry("workload.skipped_reason", same.skipped().reason())
        .containsEntry("workload.skipped_example", same.skipped().example());
    assertThat(run.records())
        .hasSize(50)
        .allSatisfy(r -> assertThat(r.inputTokens() + 12).isLessThanOrEqualTo(1_000));
  }

  @Test
  void startsNoLevelAfterAnInterruptionBetweenLevels() {
    BenchListener drainer =
        new BenchListener() {
          @Override
          public void levelEnded(int index, LevelEnded.Ending ending, String reason) {
            target.drain();
          }
        };
    Runs run =
        Runs.of(
            Plans.of(Plans.closed(1, 5), Plans.closed(2, 5)).plan(),
            target,
            folder.resolve("r"),
            drainer);

    assertThat(run.begun()).hasSize(1);
    assertThat(run.outcome().levelsRun()).isEqualTo(1);
    assertThat(run.outcome().ending()).isEqualTo(LevelEnded.Ending.DRAINED);
    assertThat(run.outcome().reason())
        .isEqualTo("interrupted: requests in flight were followed to their end");
  }

  @Test
  void keepsEarlierManifestValues() {
    Path path = folder.resolve("r");
    RunDirectory directory =
        RunDirectory.create(path, Manifest.empty().with("run.arrivals", "closed"));
    Bench.run(Plans.of(Plans.closed(1, 2)).plan(), target, directory, BenchListener.SILENT);

    assertThat(RunDirectory.open(path).manifest().values())
        .containsEntry("run.arrivals", "closed")
        .containsEntry("run.workload", "synthetic");
  }

  @Test
  void eachLevelSendsNewRequests() {
    Runs run =
        Runs.of(
            Plans.of(Plans.poisson(50, 30), Plans.poisson(50, 30)).plan(),
            target,
            folder.resolve("r"));

    List<Long> begins = run.begun().stream().map(LevelStarted::beginNanos).toList();
    assertThat(offsets(run, 0, begins)).isNotEqualTo(offsets(run, 1, begins));
    assertThat(run.entries()).extracting(LogEntry::level).isSorted();
  }

  private static List<Long> offsets(Runs run, int level, List<Long> begins) {
    return run.records().stream()
        .filter(r -> r.level() == level)
        .map(r -> r.stamps().intendedNanos() - begins.get(level))
        .sorted()
        .toList();
  }
}
