package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.record.HealthSample;
import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.Workload;
import dev.goodput.workload.arrival.Arrivals;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A client that cannot make requests as fast as its users come back, from its load to its verdict:
/// its loops sleep well all the time.
@Tag("system")
@Timeout(120)
final class StarvedClientTest {
  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;

  private ClientHealth client(LevelPlan level, long everyNanos) {
    BenchPlan plan = Plans.of(level).plan();
    try (TruthServer server = TruthServer.start(TruthOptions.of(5 * MILLI, MILLI, 12));
        HttpTarget target = Targets.at(server.url())) {
      Runs run = Runs.of(slow(plan, everyNanos), target, folder.resolve("r"));
      assertThat(run.entries()).hasAtLeastOneElementOfType(HealthSample.class);
      return Analysis.analyse(run.directory(), AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE))
          .client();
    }
  }

  private static BenchPlan slow(BenchPlan plan, long everyNanos) {
    return new BenchPlan(
        new SlowWorkload(plan.workload(), everyNanos),
        plan.open(),
        plan.levels(),
        plan.ask(),
        plan.retry(),
        plan.cancellation(),
        plan.timeouts(),
        plan.tokenizer(),
        plan.drainNanos(),
        plan.pauseNanos());
  }

  @Test
  void usersWhoWaitForTheirNextRequestMakeTheClientBound() {
    ClientHealth client = client(Plans.closed(8, 60), 30 * MILLI);

    assertThat(client.verdict()).isEqualTo(ClientHealth.Verdict.CLIENT_BOUND);
    assertThat(client.reasons())
        .anySatisfy(reason ->
            assertThat(reason)
                .startsWith("event-loop lag or users' wait for the client p99")
                .endsWith("fewer users or a quieter machine"));
  }

  @Test
  void usersStarvingToTheEndOfTheLevelDoToo() {
    LevelPlan level = new LevelPlan(new Arrivals.Closed(), 2, 0, 2_000 * MILLI, 0);
    ClientHealth client = client(level, 600 * MILLI);

    assertThat(client.verdict()).isEqualTo(ClientHealth.Verdict.CLIENT_BOUND);
    assertThat(client.reasons()).anyMatch(reason -> reason.contains("kept its users waiting"));
  }

  /// Another workload, from which each session takes a while to come.
  private record SlowWorkload(Workload from, long everyNanos) implements Workload {
    @Override
    public String name() {
      return from.name();
    }

    @Override
    public String summary() {
      return from.summary();
    }

    @Override
    public Optional<String> sloPreset() {
      return Optional.empty();
    }

    @Override
    public boolean timed() {
      return false;
    }

    @Override
    public SessionSource open(OpenOptions options) {
      SessionSource source = from.open(options);
      return new SessionSource() {
        @Override
        public @Nullable SessionPlan next() {
          long end = System.nanoTime() + everyNanos;
          for (long left = everyNanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          return source.next();
        }

        @Override
        public SkippedRequests skipped() {
          return source.skipped();
        }
      };
    }
  }
}
