package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.search.Verification;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLock;
import dev.goodput.record.RunLogWriter;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Searches that were interrupted or killed, and gone on with: nothing that was measured is lost,
/// or asked again.
@Timeout(300)
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchResumeTest {
  private static final SearchPlan PLAN =
      SearchPlan.of(Slo.parse("ttft<=200ms,tpot<=80ms"), .95).lasting(.08, 500, 40_000, 256);

  @TempDir private Path scratch = Path.of("");
  private Path finished = Path.of("");

  @BeforeAll
  void finishASearch(@TempDir Path shared) {
    finished = stopped(shared.resolve("finished"), 1_000);
  }

  /// Returns a copy of the run of a search that has ended.
  private Path ended(String name) throws IOException {
    Path run = Files.createDirectory(scratch.resolve(name));
    try (Stream<Path> files = Files.list(finished)) {
      for (Path file : files.toList()) {
        Files.copy(file, run.resolve(finished.relativize(file)));
      }
    }
    return run;
  }

  /// A search in a JVM of its own, for a kill.
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      RunDirectory directory = RunDirectory.create(Path.of(args[0]), Manifest.empty());
      try (VirtualTarget target = target()) {
        SearchRecord.run(
            PLAN, bench(), target, directory, BenchListener.SILENT, SearchListener.SILENT);
      }
    }
  }

  private static BenchPlan bench() {
    PromptWriter prompts = PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText();
    return new BenchPlan(
        Workloads.find("azure-conv"),
        OpenOptions.of(5, prompts),
        List.of(new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0)),
        AskOptions.of("m"),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  private static VirtualTarget target() {
    return new VirtualTarget(EngineProfile.named("h100", "llama-3.1-8b"));
  }

  private static List<LogEntry> entries(Path run) {
    List<LogEntry> entries = new ArrayList<>();
    RunDirectory.open(run).read(entries::add);
    return entries;
  }

  private static List<String> levels(List<LogEntry> entries) {
    return entries.stream()
        .filter(LevelStarted.class::isInstance)
        .map(entry -> ((LevelStarted) entry).arrivals())
        .toList();
  }

  private static SearchResult read(Path run) {
    return SearchRecord.read(RunDirectory.open(run), PLAN);
  }

  private static SearchResult resume(Path run, SearchPlan plan) {
    try (VirtualTarget target = target()) {
      return resume(run, plan, target, BenchListener.SILENT);
    }
  }

  private static SearchResult resume(
      Path run, SearchPlan plan, Target target, BenchListener progress) {
    RunDirectory directory = RunDirectory.open(run);
    try (RunLock _ = directory.lock()) {
      target.pause(SearchRecord.lastNanos(directory, plan).orElse(0) + 1_000_000_000);
      return SearchRecord.resume(plan, bench(), target, directory, progress, SearchListener.SILENT);
    }
  }

  /// Stops it when so many stretches are scheduled.
  private Path stopped(String name, int segments) {
    return stopped(scratch.resolve(name), segments);
  }

  private static Path stopped(Path run, int segments) {
    try (VirtualTarget target = target()) {
      SearchListener stopping =
          new SearchListener() {
            @Override
            public void segment(int scheduled, int over, SearchResult.@Nullable Step known) {
              if (scheduled == segments) {
                target.stop();
              }
            }
          };
      RunDirectory directory = RunDirectory.create(run, Manifest.empty());
      SearchRecord.run(PLAN, bench(), target, directory, BenchListener.SILENT, stopping);
    }
    return run;
  }

  @Test
  void goesOnWithAnInterruptedSearchAsIfItKnewAllAlong() {
    Path run = stopped("stopped", 5);
    SearchResult before = read(run);
    List<LogEntry> kept = entries(run);
    assertThat(before.ending()).isEqualTo(SearchResult.Ending.INTERRUPTED);

    SearchResult found = resume(run, PLAN);

    assertThat(found.ending()).isEqualTo(SearchResult.Ending.REACHED);
    assertThat(found.unloaded()).isEqualTo(before.unloaded());
    assertThat(found.floods()).isEqualTo(before.floods());
    assertThat(found.segments().stream().map(Segment::rate))
        .startsWith(before.segments().stream().map(Segment::rate).toArray(Double[]::new));
    assertThat(found.rate()).isBetween(17.0, 20.0);
    List<LogEntry> all = entries(run);
    assertThat(all).startsWith(kept.toArray(LogEntry[]::new));
    assertThat(levels(all)).containsExactly("closed", "burst", "steered", "steered");
    assertThat(found.requests())
        .isEqualTo(all.stream().filter(RequestRecord.class::isInstance).count());
    assertThat(RunDirectory.open(run).state()).isInstanceOf(LogState.Complete.class);
    assertThat(read(run)).isEqualTo(found);
  }

  @Test
  void verifiesASearchThatHasEnded() throws IOException {
    Path run = ended("ended");
    SearchResult before = read(run);
    assertThat(before.ending()).isEqualTo(SearchResult.Ending.REACHED);
    assertThat(SearchRecord.ended(RunDirectory.open(run).manifest())).contains("reached");

    SearchResult found = resume(run, PLAN.verifying(true));

    assertThat(found.steps()).isEqualTo(before.steps());
    assertThat(found.verification().orElseThrow().rate()).isEqualTo(before.claim());
    assertThat(levels(entries(run))).containsExactly("closed", "burst", "steered", "poisson");
  }

  @Test
  void aVerificationThatIsLeftTakesNothingAway() throws IOException {
    Path run = ended("left");
    SearchResult before = read(run);
    SearchPlan plan = PLAN.verifying(true);
    SearchResult left = interruptVerification(run, plan);

    assertThat(left.ending()).isEqualTo(SearchResult.Ending.REACHED);
    assertThat(left.steps()).isEqualTo(before.steps());
    assertThat(left.claims()).isTrue();
    assertThat(left.verification()).isEmpty();
    assertThat(left.unverified()).isNotEmpty().isNotEqualTo("it was killed");
    RunDirectory directory = RunDirectory.open(run);
    assertThat(SearchRecord.ended(directory.manifest())).contains("reached");
    assertThat(SearchRecord.read(directory, plan)).isEqualTo(left);

    // Killed, nobody has written why.
    directory.updateManifest(
        directory
            .manifest()
            .without("search.verification_stopped")
            .without("search.verification_reason"));
    SearchResult killed = SearchRecord.read(directory, plan);
    assertThat(killed.ending()).isEqualTo(SearchResult.Ending.REACHED);
    assertThat(killed.unverified()).isEqualTo("it was killed");

    SearchResult found = resume(run, plan);
    assertThat(found.verification()).isPresent();
    assertThat(found.unverified()).isEmpty();
    assertThat(levels(entries(run)))
        .containsExactly("closed", "burst", "steered", "poisson", "poisson");
    assertThat(RunDirectory.open(run).manifest().whole("run.levels")).hasValue(5);
    assertThat(SearchRecord.read(RunDirectory.open(run), plan)).isEqualTo(found);
  }

  private static SearchResult interruptVerification(Path run, SearchPlan plan) {
    try (VirtualTarget target = target()) {
      BenchListener stopping =
          new BenchListener() {
            @Override
            public void levelStarted(int index, int levels, Load level) {
              target.stop();
            }
          };
      return resume(run, plan, target, stopping);
    }
  }

  @Test
  void aServerThatGoesAwayAtTheClaimFailsIt() throws IOException {
    SearchPlan plan = PLAN.verifying(true);
    for (int answered : new int[] {0, 1_200}) {
      Path run = ended("gone-" + answered);
      SearchResult before = read(run);
      SearchResult found;
      try (Target target = new LosingTarget(answered, true)) {
        found = resume(run, plan, target, BenchListener.SILENT);
      }
      assertThat(found.ending()).isEqualTo(SearchResult.Ending.REACHED);
      assertThat(found.steps()).isEqualTo(before.steps());
      assertThat(found.checked(plan)).contains(Verification.Verdict.FAILING);
      Verification check = found.verification().orElseThrow();
      assertThat(check.failed()).isEqualTo(20);
      assertThat(check.judged()).isEqualTo(answered + 20);
      assertThat(found.unverified()).isEqualTo(LosingTarget.GONE);
      assertThat(found.requests() - found.checkRequests()).isEqualTo(before.requests());
      assertThat(SearchRecord.read(RunDirectory.open(run), plan)).isEqualTo(found);

      SearchResult left = interruptVerification(run, plan);
      assertThat(left.verification()).contains(check);
      assertThat(left.unverified()).isEqualTo(LosingTarget.GONE);
      assertThat(SearchRecord.read(RunDirectory.open(run), plan)).isEqualTo(left);
      SearchResult again = resume(run, plan);
      assertThat(again.checked(plan).orElseThrow()).isNotEqualTo(Verification.Verdict.FAILING);
      assertThat(again.unverified()).isEmpty();
    }
  }

  @Test
  void forgetsNothingOfItsEndWhereTheClientIsNotReady() {
    Path run = stopped("unready", 3);
    SearchResult before = read(run);
    assertThat(before.reason()).startsWith("stopped: interrupted twice");
    try (Target target = new LosingTarget(0, false)) {
      assertThatThrownBy(() -> resume(run, PLAN, target, BenchListener.SILENT))
          .hasMessage("not ready");
    }
    assertThat(read(run)).isEqualTo(before);
  }

  @Test
  void keepsWhatWasFoundBeforeItIsVerified() {
    Path run = scratch.resolve("go");
    List<String> known = new ArrayList<>();
    SearchListener looking =
        new SearchListener() {
          @Override
          public void verifies(double rate, long sessions) {
            SearchRecord.ended(RunDirectory.open(run).manifest()).ifPresent(known::add);
          }
        };
    try (VirtualTarget target = target()) {
      RunDirectory directory = RunDirectory.create(run, Manifest.empty());
      SearchRecord.run(
          PLAN.verifying(true), bench(), target, directory, BenchListener.SILENT, looking);
    }
    assertThat(known).containsExactly("reached");
  }

  @Test
  void asksNoMoreForASpentBudgetThanItsVerification() {
    Path run = scratch.resolve("spent");
    SearchPlan little = PLAN.lasting(.001, 500, 4_000, 256);
    try (VirtualTarget target = target()) {
      RunDirectory directory = RunDirectory.create(run, Manifest.empty());
      SearchRecord.run(
          little, bench(), target, directory, BenchListener.SILENT, SearchListener.SILENT);
    }
    assertThat(levels(entries(run))).containsExactly("closed", "burst", "steered");
    SearchResult found = resume(run, little.verifying(true));
    assertThat(found.ending()).isEqualTo(SearchResult.Ending.BUDGET);
    assertThat(levels(entries(run))).containsExactly("closed", "burst", "steered", "poisson");
    assertThat(found.requests() - found.verification().orElseThrow().requests())
        .isLessThanOrEqualTo(4_000);
  }

  /// Tries to take hold of a run, in a JVM of its own.
  static final class Rival {
    private static final int REFUSED = 3;

    private Rival() {}

    public static void main(String[] args) {
      try (RunLock _ = RunDirectory.open(Path.of(args[0])).lock()) {
        System.exit(0);
      } catch (RecordException.Closed refused) {
        System.exit(REFUSED);
      }
    }
  }

  @Test
  void holdsARunAlsoWhileItIsRead() throws Exception {
    Path run = stopped("held", 1);
    RunDirectory directory = RunDirectory.open(run);
    try (RunLock _ = directory.lock()) {
      // To close a file takes away all locks that its process has on it.
      directory.read(_ -> {});
      assertThat(java(Rival.class, run).waitFor()).isEqualTo(Rival.REFUSED);
      assertThatThrownBy(directory::lock).isInstanceOf(RecordException.Closed.class);
    }
    assertThat(java(Rival.class, run).waitFor()).isZero();
  }

  @Test
  void twoDoNotGoOnWithOneSearch() {
    Path run = stopped("twice", 3);
    List<LogEntry> kept = entries(run);
    Manifest before = RunDirectory.open(run).manifest();
    try (RunLogWriter _ = RunDirectory.open(run).resumeLog()) {
      assertThatThrownBy(() -> resume(run, PLAN))
          .isInstanceOf(RecordException.Closed.class)
          .hasMessageContaining("is being written by another process");
    }
    assertThat(entries(run)).isEqualTo(kept);
    assertThat(RunDirectory.open(run).manifest()).isEqualTo(before);
  }

  @Test
  @Tag("fault")
  void losesNothingThatWasKeptWhenItIsKilledAtAnyMoment() throws Exception {
    long seed = 20261122;
    Random random = new Random(seed);
    int killed = 0;
    for (int i = 0; i < 5; i++) {
      Path run = scratch.resolve("killed-" + i);
      killed += kill(run, random.nextInt(60_000, 1_200_000)) ? 1 : 0;
      List<LogEntry> kept = entries(run);
      SearchResult before = read(run);

      SearchResult found = resume(run, PLAN);

      List<LogEntry> all = entries(run);
      assertThat(all).as("seed %d, kill %d", seed, i).startsWith(kept.toArray(LogEntry[]::new));
      assertThat(found.ending()).isEqualTo(SearchResult.Ending.REACHED);
      assertThat(found.floods().subList(0, before.floods().size())).isEqualTo(before.floods());
      assertThat(found.steps()).hasSizeGreaterThanOrEqualTo(before.steps().size());
      assertThat(found.requests())
          .isEqualTo(all.stream().filter(RequestRecord.class::isInstance).count())
          .isLessThanOrEqualTo(PLAN.budgetRequests());
      assertThat(read(run)).isEqualTo(found);
    }
    assertThat(killed).as("killed and not ended").isPositive();
  }

  /// Kills it when its log has come to so many bytes.
  private static boolean kill(Path run, long bytes) throws Exception {
    Process child = java(Child.class, run);
    Path log = run.resolve(RunDirectory.LOG_FILE);
    while (child.isAlive() && (Files.notExists(log) || Files.size(log) < bytes)) {
      child.waitFor(2, TimeUnit.MILLISECONDS);
    }
    child.toHandle().destroyForcibly();
    return child.waitFor() != 0;
  }

  private static Process java(Class<?> main, Path run) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            run.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
