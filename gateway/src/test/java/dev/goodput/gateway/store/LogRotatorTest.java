package dev.goodput.gateway.store;

import static dev.goodput.gateway.store.Exchanges.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogRotatorTest {
  private static final Manifest RECORDED =
      Manifest.empty().with("run.command", "goodput gateway --upstream http://vllm:8000");
  private static final long BEGAN = 7 * SECOND;

  @TempDir private Path root;
  private final List<String> message = new ArrayList<>();
  private long nanos = BEGAN;

  private LogRotator recorder(LogPlan plan, Sampling sampling) {
    return new LogRotator(
        new LogRules(plan, LogKind.GATEWAY, sampling, RECORDED),
        () -> Instant.EPOCH.plusNanos(nanos),
        message::add);
  }

  private LogPlan plan(long rotateSeconds, long capBytes) {
    return new LogPlan(root, 1, 1 << 20, rotateSeconds * SECOND, capBytes, Set.of());
  }

  private LogRotator begun(LogPlan plan) {
    LogRotator recorder = recorder(plan, Sampling.ALL);
    recorder.begin(nanos);
    return recorder;
  }

  private void tick(LogRotator recorder, long at, long oldest) {
    nanos = at;
    recorder.tick(at, oldest);
  }

  private List<RunDirectory> runs() throws IOException {
    try (Stream<Path> inside = Files.list(root)) {
      return inside.sorted().map(RunDirectory::open).toList();
    }
  }

  private static List<RequestRecord> requests(RunDirectory run) {
    List<RequestRecord> requests = new ArrayList<>();
    run.read(entry -> {
      if (entry instanceof RequestRecord request) {
        requests.add(request);
      }
    });
    return requests;
  }

  private static List<Long> ids(RunDirectory run) {
    return requests(run).stream().map(RequestRecord::id).toList();
  }

  @Test
  void keepsExchangesInADirectoryThatIsReadLikeAnyRun() throws IOException {
    LogRotator recorder = begun(plan(3600, 1 << 24));
    for (int i = 0; i < 100; i++) {
      recorder.accept(Exchanges.at(i, BEGAN + i * SECOND / 10));
    }
    recorder.health(new HealthSample(0, BEGAN + SECOND, List.of(9L), List.of(), .1, .2, 0, 0, 17));
    nanos = BEGAN + 20 * SECOND;
    recorder.end(nanos);

    RunDirectory run = runs().getFirst();
    assertThat(run.state()).isInstanceOf(LogState.Complete.class);
    assertThat(run.manifest().values())
        .containsEntry("run.command", "goodput gateway --upstream http://vllm:8000")
        .containsEntry("run.started", "1970-01-01T00:00:07Z")
        .containsEntry("run.arrivals", "observed")
        .containsEntry("target.model", "llama")
        .containsEntry("gateway.records", "100")
        .containsEntry("run.id", String.valueOf(run.path().getFileName()))
        .doesNotContainKey("run.note.1");
    assertThat(recorder.status().written()).isEqualTo(100);
    RequestRecord first = requests(run).getFirst();
    assertThat(first.stamps().intendedNanos()).isZero();
    GatewayInfo gatewayInfo = Objects.requireNonNull(first.passage());
    assertThat(gatewayInfo.receivedNanos()).isEqualTo(-Exchanges.MILLI);
    LevelResult level = Analysis.analyse(run, AnalysisOptions.DEFAULTS).levels().getFirst();
    assertThat(level.load().arrivals()).isEqualTo(ArrivalKind.OBSERVED.word());
    assertThat(level.requests().ok()).isEqualTo(100);
    assertThat(level.faults()).isEmpty();
    assertThat(Objects.requireNonNull(level.latencies().ttft()).p50()).isEqualTo(500);
  }

  @Test
  void putsAnExchangeWhereItBeganHoweverLongItTook() throws IOException {
    LogRotator recorder = begun(plan(60, 1 << 24));
    recorder.accept(Exchanges.at(1, BEGAN));
    long turn = BEGAN + 60 * SECOND;
    long late = turn - SECOND;
    tick(recorder, turn, late);
    recorder.accept(Exchanges.at(2, turn));
    tick(recorder, turn + SECOND, late);
    tick(recorder, turn + 2 * SECOND, late);
    recorder.accept(Exchanges.at(3, late, 30 * SECOND, "", new Outcome.Ok("stop")));
    tick(recorder, turn + 40 * SECOND, GatewayHealth.NOBODY);
    assertThat(runs().getFirst().state()).isInstanceOf(LogState.BeingWritten.class);
    tick(recorder, turn + 41 * SECOND, GatewayHealth.NOBODY);
    assertThat(runs().getFirst().state()).isInstanceOf(LogState.Complete.class);
    recorder.end(turn + 42 * SECOND);

    assertThat(runs()).hasSize(2);
    assertThat(ids(runs().getFirst())).containsExactly(1L, 3L);
    assertThat(ids(runs().getLast())).containsExactly(2L);
    assertThat(requests(runs().getLast()).getFirst().stamps().intendedNanos()).isZero();
    assertThat(recorder.status().lost()).isZero();
  }

  @Test
  void endsByForceWhatWouldStayOpenForEverAndCountsWhoComesTooLate() throws IOException {
    LogRotator recorder = begun(plan(1, 1 << 24));
    for (int i = 0; i <= LogRotator.MAX_OPEN + 1; i++) {
      recorder.accept(Exchanges.at(i, BEGAN + i * SECOND));
      tick(recorder, BEGAN + (i + 1) * SECOND, BEGAN);
    }
    assertThat(runs().getFirst().state()).isInstanceOf(LogState.Complete.class);
    recorder.accept(Exchanges.at(99, BEGAN));
    assertThat(recorder.status().lost()).isEqualTo(1);
    recorder.end(BEGAN + 100 * SECOND);
  }

  @Test
  void beginsANewDirectoryWhenOneIsFullAndTakesTheOldestAwayAboveTheCap() throws IOException {
    LogRotator recorder = begun(plan(3600, 3 << 20));
    long at = BEGAN;
    for (int i = 0; i < 120_000; i++) {
      at += SECOND / 10;
      recorder.accept(Exchanges.at(i, at));
      if (i % 1000 == 0) {
        recorder.observe("{}");
        tick(recorder, at + 1, at);
      }
    }
    recorder.end(at + SECOND);
    assertThat(recorder.status().deleted()).isPositive();
    assertThat(runs()).allMatch(run -> run.lines("service.jsonl").contains("{}"));
    assertThat(runs().size()).isBetween(2, 4);
    assertThat(ids(runs().getLast())).contains(119_999L);
    assertThat(recorder.status().written()).isEqualTo(120_000);
    assertThat(recorder.status().lost()).isZero();
  }

  @Test
  void beginsNoDirectoryForATimeInWhichNobodyCame() throws IOException {
    LogRotator recorder = begun(plan(1, 1 << 24));
    for (int i = 1; i < 50; i++) {
      tick(recorder, BEGAN + i * SECOND, GatewayHealth.NOBODY);
    }
    assertThat(runs()).hasSize(1);
    recorder.end(nanos);
  }

  @Test
  void takesNothingAwayThatIsTaggedForeignOpenOrHoldsAFileOfSomebody() throws IOException {
    Path tagged = earlier("a-tagged");
    Files.createDirectory(tagged.resolve("tags"));
    Files.writeString(tagged.resolve("tags/baseline.main"), "");
    Path noted = earlier("b-noted");
    Files.writeString(noted.resolve("notes.txt"), "do not lose");
    RunDirectory foreign = RunDirectory.create(root.resolve("c-bench"), Manifest.empty());
    Files.writeString(foreign.path().resolve("records.log"), "x".repeat(1 << 20));
    Path mine = earlier("d-mine");
    RunDirectory written =
        RunDirectory.create(
            root.resolve("e-written"), Manifest.empty().with(LogStorage.MARK, "rotated"));
    try (RunLogWriter other = written.writer()) {
      Files.writeString(written.path().resolve("run.log"), "x".repeat(1 << 20));
      LogRotator recorder = begun(plan(3600, 1 << 20));
      recorder.end(nanos);
      assertThat(other).isNotNull();
    }
    assertThat(mine).doesNotExist();
    assertThat(tagged.resolve("records.log")).exists();
    assertThat(noted.resolve("records.log")).exists();
    assertThat(foreign.path().resolve("records.log")).exists();
    assertThat(written.path().resolve("records.log")).exists();
  }

  @Test
  void takesAwayWhatAnotherVersionWrote() throws IOException {
    Path old = earlier("a-old");
    Path log = old.resolve(RunDirectory.LOG_FILE);
    byte[] bytes = Files.readAllBytes(log);
    bytes["goodput\n".length() + 3]++;
    Files.write(log, bytes);
    begun(plan(3600, 1 << 20)).end(nanos);
    assertThat(old).doesNotExist();
  }

  /// Creates a gateway's directory of a megabyte.
  private Path earlier(String name) throws IOException {
    RunDirectory run =
        RunDirectory.create(
            root.resolve(name),
            Manifest.empty()
                .with(LogStorage.MARK, "rotated")
                .with("run.started", "1969-01-01T00:00:00Z"));
    run.writer().close();
    Files.writeString(run.path().resolve("run.log"), "x".repeat(1 << 20));
    return run.path();
  }

  @Test
  void leavesTheDirectoriesOfAnEarlierGatewayAsTheyAre() throws IOException {
    LogRotator first = begun(plan(3600, 1 << 24));
    first.accept(Exchanges.at(1, BEGAN));
    first.tick(BEGAN + SECOND, GatewayHealth.NOBODY);
    Path log = runs().getFirst().path().resolve(RunDirectory.LOG_FILE);
    byte[] before = Files.readAllBytes(log);

    LogRotator second = begun(plan(3600, 1 << 24));
    second.accept(Exchanges.at(2, BEGAN));
    second.end(BEGAN + SECOND);

    assertThat(log).hasBinaryContent(before);
    assertThat(runs()).hasSize(2);
    assertThat(ids(runs().getLast())).containsExactly(2L);
    first.end(BEGAN + SECOND);
  }

  @Test
  void saysInTheManifestWhatASampleIs() throws IOException {
    LogRotator recorder =
        recorder(
            plan(3600, 1 << 24), new Sampling(.25, record -> record.id() == 7, "failed and slow"));
    recorder.begin(nanos);
    for (int i = 0; i < 1000; i++) {
      recorder.accept(Exchanges.at(i, BEGAN + i));
    }
    recorder.end(nanos + SECOND);
    LogStatus status = recorder.status();
    assertThat(status.written()).isBetween(200L, 300L);
    assertThat(status.written() + status.sampledOut()).isEqualTo(1000);
    assertThat(ids(runs().getFirst())).contains(7L);
    assertThat(runs().getFirst().manifest().require("run.note.1"))
        .startsWith("the log holds 25 % of the traffic, by session, and whatever else was failed")
        .contains("look worse");
  }

  @Test
  @Tag("fault")
  void stopsWhereTheSystemTakesNoMoreCountsAndGoesOnWhenItDoes() throws IOException {
    Path place = root.resolve("deep");
    LogPlan plan = new LogPlan(place, 1, 1 << 20, SECOND, 1 << 24, Set.of());
    LogRotator recorder = begun(plan);
    recorder.accept(Exchanges.at(1, BEGAN));

    // Nothing can be created below a file, which acts like a full disk.
    Files.move(place, root.resolve("aside"));
    Files.writeString(place, "");
    tick(recorder, BEGAN + SECOND, GatewayHealth.NOBODY);
    assertThat(recorder.status().problem()).contains("cannot write");
    assertThat(recorder.status().directory()).isNull();
    recorder.accept(Exchanges.at(2, BEGAN + SECOND));
    assertThat(recorder.status().lost()).isEqualTo(1);
    tick(recorder, BEGAN + SECOND + LogRotator.RETRY_NANOS, GatewayHealth.NOBODY);
    assertThat(recorder.status().directory()).isNull();

    Files.delete(place);
    tick(recorder, BEGAN + SECOND + 2 * LogRotator.RETRY_NANOS, GatewayHealth.NOBODY);
    recorder.accept(Exchanges.at(3, nanos));
    recorder.end(nanos + SECOND);
    assertThat(message).hasSize(2);
    assertThat(message.getFirst()).contains("stops").hasLineCount(1);
    assertThat(message.getLast()).contains("goes on", "1 exchanges were not kept");
    try (Stream<Path> inside = Files.list(place)) {
      RunDirectory run = RunDirectory.open(inside.findFirst().orElseThrow());
      assertThat(ids(run)).containsExactly(3L);
      assertThat(run.manifest().require("run.note.1")).contains("1 exchanges were not kept");
    }
  }

  @Test
  void oneExchangeThatCannotBeWrittenDownDoesNotEndTheLog() throws IOException {
    LogRotator recorder = begun(plan(3600, 1 << 24));
    RequestRecord whole = Exchanges.at(1, BEGAN);
    RequestRecord early = Exchanges.at(2, BEGAN - 5 * SECOND);
    recorder.accept(
        new RequestRecord(
            1,
            0,
            0,
            true,
            true,
            whole.start(),
            whole.requested(),
            whole.stamps(),
            early.chunks(),
            whole.tokens(),
            0,
            whole.outcome(),
            whole.passage()));
    recorder.accept(Exchanges.at(3, BEGAN));
    recorder.end(BEGAN + SECOND);
    assertThat(ids(runs().getFirst())).containsExactly(3L);
    assertThat(recorder.status().lost()).isEqualTo(1);
    assertThat(message).singleElement().asString().contains("by a fault of ours");
  }

  @Test
  void refusesAPlaceThatTakesNoDirectoryBeforeAnythingIsServed() throws IOException {
    Path file = root.resolve("file");
    Files.writeString(file, "");
    LogRotator recorder = recorder(LogPlan.in(file), Sampling.ALL);
    assertThatExceptionOfType(RecordException.class)
        .isThrownBy(() -> recorder.begin(0))
        .withMessageContaining(file.toString());
  }

  @Test
  void goesOnByOtherRulesWhileExchangesOfTheOldOnesEndWhereTheyBegan() throws IOException {
    LogRotator recorder = begun(plan(3600, 1 << 24));
    recorder.accept(Exchanges.at(1, BEGAN));
    nanos = BEGAN + 10 * SECOND;
    Path elsewhere = root.resolve("elsewhere");
    LogPlan other = new LogPlan(elsewhere, 1e-9, 1 << 20, SECOND, 1 << 24, Set.of());
    LogRules rules =
        new LogRules(
            other, LogKind.GATEWAY, Sampling.of(other, List.of()), RECORDED.with("run.slo", "new"));
    recorder.switchTo(rules, rules.begin(Instant.EPOCH.plusNanos(nanos), nanos, ""));

    recorder.accept(Exchanges.at(2, BEGAN + 9 * SECOND));
    recorder.accept(Exchanges.at(3, nanos));
    recorder.end(nanos + SECOND);

    assertThat(recorder.status().lost()).isZero();
    assertThat(recorder.status().sampledOut()).isEqualTo(1);
    List<RunDirectory> after;
    try (Stream<Path> inside = Files.list(elsewhere)) {
      after = inside.map(RunDirectory::open).toList();
    }
    assertThat(after).hasSize(1);
    assertThat(ids(after.getFirst())).isEmpty();
    assertThat(after.getFirst().manifest().values()).containsEntry("run.slo", "new");
    Files.move(elsewhere, root.resolveSibling(root.getFileName() + "-aside"));
    assertThat(ids(runs().getFirst())).containsExactly(1L, 2L);
  }

  @Test
  void aLogThatBeginsAmidTrafficLosesNothingOfWhatBeganBeforeIt() throws IOException {
    LogRotator recorder = begun(plan(3600, 1 << 24));
    recorder.accept(Exchanges.at(1, BEGAN - 1));
    recorder.accept(Exchanges.at(2, BEGAN));
    recorder.end(BEGAN + SECOND);
    assertThat(ids(runs().getFirst())).containsExactly(2L);
    assertThat(recorder.status().lost()).isZero();
  }
}
