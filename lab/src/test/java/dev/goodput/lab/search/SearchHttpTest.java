package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.HttpTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLock;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Searches of a server that is asked over the wire, where the schedule is ahead of it, and of
/// which nobody knows how fast this machine lets it be: what they find is their own affair, how
/// they go is not.
@Tag("system")
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class SearchHttpTest {
  private static final SearchPlan PLAN =
      SearchPlan.of(Slo.parse("e2el<=1s"), .9).lasting(.5, 100, 4_000, 8);

  @TempDir private Path scratch;

  private static SimulatorServer server(String faults) {
    return SimulatorServer.start(
        SimulatorOptions.of(
                EngineProfile.named("h100", "llama-3.1-8b")
                    .withLimits(EngineLimits.DEFAULT.withMaxNumSeqs(8)))
            .withModel("m")
            .withFaults(FaultPlan.parse(faults)),
        () -> Instant.EPOCH);
  }

  private static HttpTarget target(String url, long elapsedNanos) {
    TargetFacts facts =
        new TargetFacts(
            "m",
            List.of("m"),
            OptionalInt.of(4096),
            true,
            true,
            "test",
            2,
            OptionalInt.of(34),
            9,
            List.of(),
            List.of(),
            HttpVersion.ONE);
    return HttpTarget.open(Endpoint.of(url, Dialect.named("chat")), facts, elapsedNanos);
  }

  private static BenchPlan bench() {
    OpenOptions open =
        OpenOptions.of(3, PromptWriter.calibrated(PromptCalibration.DEFAULT))
            .withLimits(
                new LengthLimits(0, LengthDistribution.fixed(40), LengthDistribution.fixed(10)));
    return new BenchPlan(
        Workloads.find("synthetic"),
        open,
        List.of(new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0)),
        AskOptions.of("m"),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  private SearchResult search(RunDirectory run, HttpTarget target, SearchListener listener) {
    return SearchRecord.run(PLAN, bench(), target, run, BenchListener.SILENT, listener);
  }

  private static List<RequestRecord> requests(RunDirectory run) {
    List<RequestRecord> requests = new ArrayList<>();
    run.read((LogEntry entry) -> {
      if (entry instanceof RequestRecord request) {
        requests.add(request);
      }
    });
    return requests;
  }

  @Test
  void endsWithinItsBudgetAndIsReadBackUnchanged() {
    RunDirectory run = RunDirectory.create(scratch.resolve("whole"), Manifest.empty());
    try (SimulatorServer server = server("");
        HttpTarget target = target(server.url(), 0)) {
      SearchResult found = search(run, target, SearchListener.SILENT);

      assertThat(found.unloaded().judged()).isEqualTo(29);
      assertThat(found.steps()).isNotEmpty();
      assertThat(found.requests()).isEqualTo(requests(run).size()).isLessThanOrEqualTo(4_000);
      assertThat(found.ending()).isNotEqualTo(SearchResult.Ending.UNSTABLE);
      // Each rate is that of the flood or near what was known, and none a leap in the dark.
      assertThat(found.segments())
          .allMatch(each -> each.rate() <= found.flood() && each.rate() > .1 * found.flood());
      assertThat(SearchRecord.read(RunDirectory.open(run.path()), PLAN)).isEqualTo(found);
    }
  }

  @Test
  void resumesAfterAnInterruptionWithLaterTimestamps() {
    RunDirectory run = RunDirectory.create(scratch.resolve("on"), Manifest.empty());
    try (SimulatorServer server = server("")) {
      SearchResult before;
      try (HttpTarget target = target(server.url(), 0)) {
        before =
            search(
                run,
                target,
                new SearchListener() {
                  @Override
                  public void segment(int scheduled, int over, SearchResult.@Nullable Step known) {
                    target.drain();
                  }
                });
      }
      assertThat(before.ending()).isEqualTo(SearchResult.Ending.INTERRUPTED);
      int requested = requests(run).size();
      long last = SearchRecord.lastNanos(run, PLAN).orElseThrow();

      SearchResult found;
      try (HttpTarget target = target(server.url(), last + 1_000_000_000)) {
        RunDirectory again = RunDirectory.open(run.path());
        try (RunLock _ = again.lock()) {
          found =
              SearchRecord.resume(
                  PLAN, bench(), target, again, BenchListener.SILENT, SearchListener.SILENT);
        }
      }
      assertThat(found.ending()).isNotEqualTo(SearchResult.Ending.INTERRUPTED);
      assertThat(found.unloaded()).isEqualTo(before.unloaded());
      assertThat(found.floods()).isEqualTo(before.floods());
      assertThat(requests(run).subList(requested, requests(run).size()))
          .isNotEmpty()
          .allMatch(request -> request.startNanos() > last);
      assertThat(SearchRecord.read(RunDirectory.open(run.path()), PLAN)).isEqualTo(found);
    }
  }

  @Test
  void reportsAFailedServerAsFailedAndNotAsSlow() {
    RunDirectory run = RunDirectory.create(scratch.resolve("fails"), Manifest.empty());
    try (SimulatorServer server = server("reject=0.5");
        HttpTarget target = target(server.url(), 0)) {
      SearchResult found = search(run, target, SearchListener.SILENT);

      assertThat(found.ending()).isEqualTo(SearchResult.Ending.UNSTABLE);
      assertThat(found.reason()).contains("with the server for itself");
    }
  }
}
