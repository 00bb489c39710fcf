package dev.goodput.lab.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.lab.TargetAround;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.load.Retry;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.FalseAlarms;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// On the simulated engine in virtual time, of which one is slower by as much as a test plants.
@Timeout(120)
class ComparisonTest {
  private static final LevelPlan HALF_LOAD = new LevelPlan(new Arrivals.Poisson(12), 0, 1000, 0, 0);
  private static final ComparisonPlan PLAN =
      plan(true, GateRule.DEFAULT.withMetrics(List.of(ComparedMetric.TPOT_P50)));

  private final List<String> received = new ArrayList<>();
  private final Map<String, List<String>> requested = new TreeMap<>();

  private final ComparisonListener listener =
      new ComparisonListener() {
        @Override
        public void warms(Side side) {
          received.add("warms " + side);
        }

        @Override
        public void runStarts(Side side, int pair, int pairs) {
          received.add(side.name() + pair + "/" + pairs);
        }

        @Override
        public void confirming(GateStage first, int from) {
          received.add("confirming");
        }
      };

  private static VirtualTarget engine(double slowdown) {
    EngineProfile profile = EngineProfile.named("h100", "llama-3.1-8b");
    return new VirtualTarget(profile.withEfficiency(profile.efficiency().slowedBy(1 + slowdown)));
  }

  private static BenchPlan bench(PromptWriter prompts) {
    return new BenchPlan(
        Workloads.find("azure-conv"),
        OpenOptions.of(42, prompts),
        List.of(HALF_LOAD),
        AskOptions.of("m"),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  private static BenchPlan bench() {
    return bench(PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText());
  }

  /// Runs too short for the engine's cache to be filled by one.
  private static ComparisonPlan plan(boolean confirm, GateRule rule) {
    return new ComparisonPlan(HALF_LOAD, 5, confirm, rule, AnalysisOptions.DEFAULTS);
  }

  private static ComparisonPlan runsOf(long requests, int pairs) {
    LevelPlan level = new LevelPlan(new Arrivals.Poisson(12), 0, requests, 0, 0);
    return new ComparisonPlan(level, pairs, false, PLAN.rule(), PLAN.analysis());
  }

  private ComparisonResult compare(ComparisonPlan plan, Target a, Target b) {
    return Comparison.run(plan, bench(), a, b, ComparisonSinks.NONE, listener);
  }

  @Test
  void detectsASlowdownAndConfirmsItWithNewPairs() {
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(.05)) {
      ComparisonResult found = compare(PLAN, a, b);

      assertThat(found.gate().verdict()).isEqualTo(GateVerdict.REGRESSED);

      // Steps 5 % longer: more requests at once too, so that the slowdown is more than that.
      assertThat(found.gate().first().metrics().getFirst().difference().slowdown())
          .isCloseTo(.077, within(.015));
      assertThat(found.ending().asPlanned()).isTrue();
      assertThat(found.pairs()).hasSize(10);
      assertThat(found.counted()).hasSize(10);
      assertThat(received)
          .startsWith("warms A", "warms B", "A0/5", "B0/5", "B1/5", "A1/5", "A2/5")
          .endsWith("A8/10", "B8/10", "B9/10", "A9/10")
          .contains("confirming")
          .hasSize(23);
    }
  }

  @Test
  void findsNothingBetweenEqualServers() {
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(0)) {
      ComparisonResult found = compare(PLAN, a, b);
      assertThat(found.gate().verdict()).isEqualTo(GateVerdict.OK);
      assertThat(found.pairs()).hasSize(5);
      assertThat(found.notes()).isEmpty();
    }
  }

  @Test
  void sendsBothSidesTheSameScheduleAndEachPairADifferentOne() {
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(.01)) {
      ComparisonResult found =
          Comparison.run(plan(false, PLAN.rule()), bench(), a, b, this::keepAsked, listener);

      assertThat(requested).hasSize(10);
      for (int pair = 0; pair < 5; pair++) {
        assertThat(requested.get("A" + pair)).hasSize(1000);
        assertThat(requested.get("B" + pair))
            .containsExactlyInAnyOrderElementsOf(requested.get("A" + pair));
      }
      assertThat(requested.get("A0")).doesNotContainAnyElementsOf(requested.get("A1"));
      assertThat(found.pairs().stream().map(ComparedPair::seed).distinct()).hasSize(5);
    }
  }

  /// What was asked, and when after the level began.
  private LoadSink keepAsked(Side side, int pair, BenchPlan common) {
    List<String> kept = requested.computeIfAbsent(side.name() + pair, key -> new ArrayList<>());
    AtomicLong begin = new AtomicLong();
    return entry -> {
      if (entry instanceof LevelStarted begun) {
        begin.set(begun.beginNanos());
      } else if (entry instanceof RequestRecord record) {
        assertThat(record.level()).isEqualTo(pair);
        kept.add(
            "%d %d %d"
                .formatted(
                    record.requested().inputTokens(),
                    record.requested().outputTokens(),
                    record.stamps().intendedNanos() - begin.get()));
      }
    };
  }

  @Test
  void measuresFalseAlarmsOnOneTargetWithUncachedPrompts() {
    ComparisonPlan plan = runsOf(200, 6);
    PromptWriter texts = PromptWriter.calibrated(PromptCalibration.DEFAULT);
    List<Long> cached = new ArrayList<>();
    ComparisonSinks sinks =
        (side, pair, requested) ->
            entry -> {
              if (entry instanceof RequestRecord record) {
                cached.add((long) record.tokens().usageCachedInput());
              }
            };
    try (VirtualTarget both = engine(0)) {
      ComparisonResult found =
          Comparison.run(plan, bench(texts), both, both, sinks, ComparisonListener.SILENT);
      FalseAlarms alarms = found.falseAlarms(plan.rule(), 1).orElseThrow();
      assertThat(alarms.pairs()).isEqualTo(6);
      assertThat(alarms.firstStage()).isZero();
      assertThat(cached).hasSize(2 * 6 * 200);
      assertThat(cached.stream().mapToLong(Long::longValue).sum()).isLessThan(10_000);
    }
  }

  @Test
  void keepsResultsAfterAnInterruption() {
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(0)) {
      ComparisonResult found =
          Comparison.run(
              PLAN,
              bench(),
              a,
              b,
              (side, pair, requested) ->
                  entry -> {
                    if (pair == 2) {
                      b.drain();
                    }
                  },
              listener);
      assertThat(found.ending()).isEqualTo(LevelEnded.Ending.DRAINED);
      assertThat(found.reason()).isNotEmpty();
      assertThat(found.pairs()).hasSize(2);
      assertThat(found.gate().verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
      assertThat(received)
          .containsExactly("warms A", "warms B", "A0/5", "B0/5", "B1/5", "A1/5", "A2/5");
    }
  }

  @Test
  void repeatsAClientBoundPair() {
    try (VirtualTarget a = engine(0);
        Target b = new Laggard(engine(0), 3)) {
      ComparisonResult found = compare(PLAN, a, b);
      assertThat(found.pairs()).hasSize(6);
      assertThat(found.counted()).hasSize(5);
      assertThat(found.pairs().get(3).voidReason().orElseThrow())
          .startsWith("B's run was client-bound: event-loop lag");

      // Whose turn it is to be first goes by the pairs that count.
      assertThat(received).endsWith("B3/5", "A3/5", "B4/5", "A4/5", "A5/5", "B5/5");
      assertThat(found.notes())
          .anySatisfy(note -> assertThat(note).startsWith("pair 4 is void: B's run"));
      assertThat(found.gate().verdict()).isEqualTo(GateVerdict.OK);
      assertThat(found.pairs().stream().map(ComparedPair::seed).distinct()).hasSize(6);
    }
  }

  @Test
  void evaluatesBothRunsOfAPairOnTheSameRequests() {
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(.05)) {
      for (ComparedPair pair : compare(PLAN, a, b).pairs()) {
        assertThat(pair.a().window().warmupSeconds())
            .isCloseTo(pair.b().window().warmupSeconds(), within(1e-6));
        assertThat(pair.a().requests().intended()).isEqualTo(pair.b().requests().intended());
      }
    }
  }

  @Test
  void keepsAllThatAReevaluationNeeds(@TempDir Path directory) {
    ComparisonPlan plan = plan(true, GateRule.DEFAULT);
    RunDirectory parent =
        RunDirectory.create(
            directory.resolve("c"), ComparisonRecord.addTo(Manifest.empty(), plan.stages()));
    RunDirectory ofA =
        RunDirectory.create(ComparisonRecord.side(parent.path(), Side.A), Manifest.empty());
    RunDirectory ofB =
        RunDirectory.create(ComparisonRecord.side(parent.path(), Side.B), Manifest.empty());
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(.05)) {
      ComparisonResult found =
          ComparisonRecord.run(
              plan, bench(), a, b, parent, ofA, ofB, BenchListener.SILENT, listener);
      assertThat(found.gate().verdict()).isEqualTo(GateVerdict.REGRESSED);
      RunDirectory later = RunDirectory.open(parent.path());
      assertThat(RunKind.COMPARISON.describes(later.manifest())).isTrue();
      assertThat(ComparisonRecord.stages(later.manifest())).isEqualTo(plan.stages());
      ComparisonResult again = ComparisonRecord.read(later, plan.analysis());
      assertThat(again.gate()).isEqualTo(found.gate());
      assertThat(again.notes()).isEqualTo(found.notes());
      assertThat(again.pairs().stream().map(ComparedPair::seed).toList())
          .isEqualTo(found.pairs().stream().map(ComparedPair::seed).toList());
    }
  }

  @Test
  void reportsThatRunsAreShort() {
    ComparisonPlan plan = runsOf(200, 5);
    try (VirtualTarget a = engine(0);
        VirtualTarget b = engine(0)) {
      assertThat(compare(plan, a, b).notes())
          .containsExactly(
              "in 10 of 10 runs too few requests ended for steady figures (fewer than 20 for each"
                  + " in flight): make runs longer");
    }
  }

  /// A client whose loops ran late in one pair.
  private static final class Laggard extends TargetAround {
    private final int pair;

    /// @param inner that it asks
    /// @param pair in which
    Laggard(VirtualTarget inner, int pair) {
      super(inner);
      this.pair = pair;
    }

    @Override
    public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
      return super.run(
          plan,
          index,
          source,
          entry ->
              sink.entry(
                  index == pair && entry instanceof HealthSample sample ? late(sample) : entry));
    }

    private static HealthSample late(HealthSample sample) {
      return new HealthSample(
          sample.level(),
          sample.atNanos(),
          List.of(400_000_000L),
          sample.pauseNanos(),
          sample.cpuShare(),
          sample.hostCpuShare(),
          sample.unreadBytes(),
          sample.refusedLocally(),
          sample.inFlight());
    }
  }
}
