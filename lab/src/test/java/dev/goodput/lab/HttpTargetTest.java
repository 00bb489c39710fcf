package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.FailurePauses;
import dev.goodput.load.Retry;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.RequestRecord;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import dev.goodput.simulator.truth.TruthStream;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionShape;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("system")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class HttpTargetTest {
  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;

  private Runs run(String url, Plans plans, String endpoint) {
    try (HttpTarget target = Targets.at(url, endpoint)) {
      return Runs.of(plans.plan(), target, folder.resolve("r"));
    }
  }

  private Runs simulated(String faults, Plans plans) {
    SimulatorOptions options =
        SimulatorOptions.of(EngineProfile.named("h100", "llama-3.1-8b"))
            .withModel("m")
            .withFaults(FaultPlan.parse(faults));
    try (SimulatorServer server = SimulatorServer.start(options, () -> Instant.EPOCH)) {
      return run(server.url(), plans, "chat");
    }
  }

  @Test
  void sendsNothingIfInterruptedBeforeTheLoadStarts() {
    TruthOptions options = TruthOptions.of(5 * MILLI, MILLI, 12);
    try (TruthServer server = TruthServer.start(options);
        HttpTarget target = Targets.at(server.url())) {
      target.drain();
      Runs run = Runs.of(Plans.of(Plans.closed(4, 60)).plan(), target, folder.resolve("r"));

      assertThat(run.outcome().levelsRun()).isZero();
      assertThat(run.outcome().ending()).isEqualTo(LevelEnded.Ending.DRAINED);
      assertThat(server.streams()).isEmpty();
    }
  }

  @Test
  void everyStreamOfTheServerIsOneRecordWithItsTokens() {
    TruthOptions options = TruthOptions.of(5 * MILLI, MILLI, 12);
    try (TruthServer server = TruthServer.start(options)) {
      Runs run = run(server.url(), Plans.of(Plans.closed(4, 60)), "chat");

      assertThat(run.outcome())
          .isEqualTo(
              new BenchOutcome(
                  LevelEnded.Ending.COUNTED, "", 1, SkippedRequests.NONE, 0, FailurePauses.NONE));
      assertThat(server.streams()).hasSize(60);
      assertThat(run.records())
          .hasSize(60)
          .allSatisfy(r -> {
            assertThat(r.outcome().key()).isEqualTo("ok");
            assertThat(r.chunks().count()).isEqualTo(12);
            assertThat(r.tokens().usageOutput()).isEqualTo(12);
          });
      int sent = server.streams().stream().mapToInt(TruthStream::tokens).sum();
      assertThat(run.records().stream().mapToInt(RequestRecord::outputTokens).sum())
          .isEqualTo(sent);
      assertThat(
              Analysis.analyse(run.directory(), AnalysisOptions.DEFAULTS)
                  .levels()
                  .getFirst()
                  .faults())
          .isEmpty();
    }
  }

  @Test
  void selfWarmUpSendsNothingToTheTargetAndLeavesNothing() {
    try (TruthServer server = TruthServer.start(TruthOptions.of(0, 0, 4))) {
      Runs run = run(server.url(), Plans.of(Plans.closed(1, 3)), "completions");

      assertThat(server.begun()).isEqualTo(3);
      assertThat(run.directory().path().resolve("warm-up")).doesNotExist();
    }
  }

  static List<Dialect> dialects() {
    return Dialect.all();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void sendsAndReadsEveryDialect(Dialect dialect) {
    for (boolean stream : new boolean[] {true, false}) {
      AskOptions ask = new AskOptions("m", stream, true, false, 0.5, null);
      try (EventLoops loops = EventLoops.start(1);
          HttpServer server =
              HttpServer.start(
                  ServerOptions.plain("127.0.0.1", 0),
                  loops,
                  new WarmUpHandler(dialect, stream, NanoClock.SYSTEM));
          HttpTarget target = Targets.at("http://127.0.0.1:" + server.port(), dialect.name())) {
        Plans plans = Plans.of(Plans.closed(2, 8)).withAsk(ask);
        Runs run = Runs.of(plans.plan(), target, folder.resolve("r" + stream));

        assertThat(run.records())
            .hasSize(8)
            .allSatisfy(r -> {
              assertThat(r.outcome().key()).isEqualTo("ok");
              assertThat(r.chunks().count()).isEqualTo(stream ? WarmUpScript.TOKENS : 1);
              assertThat(r.tokens().usageOutput()).isEqualTo(WarmUpScript.TOKENS);
            });
      }
    }
  }

  @Test
  void reportsHowManyRequestsWereRetried() {
    byte[] answer =
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n"
            .getBytes(StandardCharsets.UTF_8);
    AtomicInteger requested = new AtomicInteger();
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                new ServerOptions("127.0.0.1", 0, null, 1 << 20),
                loops,
                (_, response) -> {
                  if (requested.incrementAndGet() == 2) {
                    response.abort();
                  } else {
                    response.send(
                        200, List.of(new Header("content-type", "text/event-stream")), answer);
                  }
                });
        HttpTarget target = Targets.at("http://127.0.0.1:" + server.port())) {
      Runs run = Runs.of(Plans.of(Plans.closed(1, 3)).plan(), target, folder.resolve("r"));

      assertThat(run.records()).hasSize(3).allSatisfy(r -> assertThat(r.last()).isTrue());
      assertThat(target.sentAgain()).isEqualTo(1);
      assertThat(requested).hasValue(4);
    }
  }

  @Test
  void sendsUnstreamedRequestsToo() {
    AskOptions whole = new AskOptions("m", false, false, false, null, null);
    Runs run = simulated("", Plans.of(Plans.closed(2, 6)).withAsk(whole));

    assertThat(run.records())
        .hasSize(6)
        .allSatisfy(r -> {
          assertThat(r.outcome().key()).isEqualTo("ok");
          assertThat(r.outputTokens()).isEqualTo(12);
        });
  }

  @Test
  void stopsEarlyIfNothingListens() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    Runs run = run("http://127.0.0.1:" + port, Plans.of(Plans.poisson(500, 100_000)), "chat");

    assertThat(run.outcome().ending()).isEqualTo(LevelEnded.Ending.ALL_FAILED);
    assertThat(run.outcome().reason()).contains("refused");
    assertThat(run.records())
        .filteredOn(r -> r.outcome().key().equals("refused"))
        .hasSizeGreaterThanOrEqualTo(20);
  }

  @Test
  void keepsEveryAttemptOfARetriedRequest() {
    Plans plans = Plans.of(Plans.closed(4, 80)).withRetry(new Retry(5, MILLI, 2 * MILLI));
    Runs run = simulated("reject=0.3", plans);

    assertThat(run.records()).filteredOn(RequestRecord::last).hasSize(80);
    assertThat(run.records())
        .filteredOn(r -> !r.last())
        .isNotEmpty()
        .allSatisfy(r -> assertThat(r.outcome().key()).isEqualTo("http_error"));
    assertThat(run.ended().getFirst().inFlightNanos())
        .isEqualTo(
            run.records().stream()
                .filter(RequestRecord::last)
                .mapToLong(r -> r.stamps().endedNanos() - r.startNanos())
                .sum());
  }

  @Test
  void timeOutsEndWhatStalls() {
    Plans plans = Plans.of(Plans.closed(4, 20)).withTimeouts(new Timeouts(0, 0, 200 * MILLI, 0));
    Runs run = simulated("stall:30=0.3", plans);

    assertThat(run.records())
        .extracting(r -> r.outcome().key())
        .contains("timeout_idle")
        .isSubsetOf("ok", "timeout_idle");
  }

  @Test
  void sessionsCarryTheServersRealResponses() {
    SessionShape three =
        new SessionShape(
            LengthDistribution.fixed(3), LengthDistribution.fixed(1), HistoryMode.CUMULATIVE);
    Runs run = simulated("", Plans.of(Plans.closed(2, 12)).withShape(three));

    assertThat(run.records())
        .hasSize(12)
        .allSatisfy(r -> assertThat(r.outcome().key()).isEqualTo("ok"));
    assertThat(run.records())
        .filteredOn(r -> r.requested().turn() == 2)
        .allSatisfy(last -> {
          RequestRecord first =
              run.records().stream()
                  .filter(r -> r.requested().session() == last.requested().session())
                  .filter(r -> r.requested().turn() == 0)
                  .findFirst()
                  .orElseThrow();
          assertThat(last.inputTokens()).isGreaterThan(first.inputTokens() + 2 * 12);
        });
  }

  @Test
  void countsWithTheTokenizerNextToTheUsage() {
    Tokenizer letters = new Letters();
    Runs run = simulated("", Plans.of(Plans.closed(1, 3)).withTokenizer(letters));

    assertThat(run.records())
        .hasSize(3)
        .allSatisfy(r -> {
          assertThat(r.tokens().tokenizerOutput()).isGreaterThan(12);
          assertThat(r.tokens().tokenizerInput()).isEqualTo(r.requested().inputTokens());
          assertThat(r.tokens().usageOutput()).isEqualTo(12);
        });
    assertThat(run.directory().manifest().text("tokenizer")).hasValue("letters");
  }

  @Test
  void recordsRequestsAndTargetInTheManifest() {
    Runs run = simulated("", Plans.of(Plans.closed(1, 2), Plans.poisson(50, 2)));

    assertThat(run.directory().manifest().values())
        .containsEntry("run.seed", "42")
        .containsEntry("run.workload", "synthetic")
        .containsEntry("run.arrivals", "closed 1, poisson 50.0")
        .containsEntry("target.model", "m")
        .containsEntry("target.max_model_len", "4096")
        .containsEntry("probes.requests", "2")
        .containsEntry("probes.input_tokens", "34")
        .containsEntry("probes.output_tokens", "9")
        .containsEntry("workload.skipped", "0");
  }

  /// Every letter is a token.
  private record Letters() implements Tokenizer {
    @Override
    public int count(String text) {
      return text.length();
    }

    @Override
    public long[] ids(String text) {
      return text.chars().asLongStream().toArray();
    }

    @Override
    public String name() {
      return "letters";
    }
  }
}
