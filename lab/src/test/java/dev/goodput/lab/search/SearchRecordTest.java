package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is found again from a run directory is what was found: of whole searches, of interrupted
/// ones and of killed ones.
@Timeout(120)
class SearchRecordTest {
  private static final Slo CHAT = Slo.parse("ttft<=200ms,tpot<=80ms");
  private static final SearchPlan QUICK = SearchPlan.of(CHAT, .95).lasting(.15, 300, 20_000, 256);

  @TempDir private Path scratch;

  private SearchResult run(RunDirectory directory, SearchListener listener, VirtualTarget target) {
    return run(QUICK, directory, listener, target);
  }

  private SearchResult run(
      SearchPlan plan, RunDirectory directory, SearchListener listener, VirtualTarget target) {
    return SearchRecord.run(plan, bench(), target, directory, BenchListener.SILENT, listener);
  }

  private static BenchPlan bench() {
    PromptWriter prompts = PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText();
    return new BenchPlan(
        Workloads.find("azure-conv"),
        OpenOptions.of(3, prompts),
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

  private RunDirectory begin(String name) {
    return RunDirectory.create(scratch.resolve(name), Manifest.empty());
  }

  private static SearchResult read(RunDirectory directory) {
    RunDirectory again = RunDirectory.open(directory.path());
    return SearchRecord.read(again, SearchRecord.plan(again.manifest(), CHAT, .95));
  }

  @Test
  void readsBackItsResult() {
    RunDirectory directory = begin("whole");
    SearchResult found = run(directory, SearchListener.SILENT, target());

    assertThat(found.ending()).isEqualTo(SearchResult.Ending.REACHED);
    assertThat(RunKind.SEARCH.describes(directory.manifest())).isTrue();
    assertThat(SearchRecord.plan(directory.manifest(), CHAT, .95)).isEqualTo(QUICK);
    assertThat(read(directory)).isEqualTo(found);
  }

  @Test
  void ignoresAnUnfinishedSegment() {
    RunDirectory directory = begin("stopped");
    VirtualTarget target = target();
    SearchListener stopping =
        new SearchListener() {
          @Override
          public void segment(int scheduled, int over, SearchResult.@Nullable Step known) {
            if (scheduled == 4) {
              target.stop();
            }
          }
        };
    SearchResult found = run(directory, stopping, target);

    assertThat(found.ending()).isEqualTo(SearchResult.Ending.INTERRUPTED);
    // The fourth had just been scheduled, so that its last requests were under way.
    assertThat(found.steps()).hasSizeBetween(1, 3);
    assertThat(found.steps()).allMatch(step -> step.segment().attainment() > .5);
    assertThat(read(directory)).isEqualTo(found);
  }

  @Test
  void reportsWhatIsKnownOfAKilledSearch() {
    RunDirectory directory = begin("killed");
    SearchResult found = run(directory, SearchListener.SILENT, target());
    TreeMap<String, String> before = new TreeMap<>(directory.manifest().values());
    before.remove("search.ending");
    before.remove("search.reason");
    before.remove("search.stopped");
    directory.updateManifest(new Manifest(before));

    SearchResult reported = read(directory);

    assertThat(reported.ending()).isEqualTo(SearchResult.Ending.INTERRUPTED);
    assertThat(reported.reason()).isEqualTo("it was killed");
    assertThat(reported.steps()).isEqualTo(found.steps());
  }

  @Test
  void readsTheSegmentsBeforeATearAtAnyByte() throws Exception {
    RunDirectory directory = begin("torn");
    TraceFile trace = new TraceFile(directory);
    SearchSegmentLine first =
        new SearchSegmentLine(2, 17.25, 150, 1_000, 5_000_000_000L, 60_000_000_000L);
    SearchSegmentLine second = new SearchSegmentLine(2, 1.5e-3, 0, 100, 0, 1);
    trace.segment(first);
    trace.segment(second);
    Path file = directory.path().resolve(TraceFile.NAME);
    byte[] whole = Files.readAllBytes(file);
    assertThat(trace.read()).containsExactly(first, second);
    int line = new String(whole, StandardCharsets.UTF_8).indexOf('\n');
    for (int length = 0; length < whole.length - 1; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(trace.read()).hasSize(length < line ? 0 : 1);
      // Who goes on begins a line of its own.
      trace.segment(second);
      assertThat(trace.read()).hasSize(length < line ? 1 : 2).endsWith(second);
    }
    Files.writeString(file, "{\"level\":-1}\n");
    assertThat(trace.read()).isEmpty();
  }

  private static SearchResult judged(RunDirectory directory, String slo, double attainment) {
    RunDirectory again = RunDirectory.open(directory.path());
    return SearchRecord.read(
        again, SearchRecord.plan(again.manifest(), Slo.parse(slo), attainment));
  }

  @Test
  void endsByTheSloOfTheEvaluation() {
    RunDirectory directory = begin("judged");
    SearchResult found = run(directory, SearchListener.SILENT, target());
    assertThat(found.ending()).isEqualTo(SearchResult.Ending.REACHED);

    SearchResult strict = judged(directory, "ttft<=1ms", .95);
    assertThat(strict.ending()).isEqualTo(SearchResult.Ending.MISSED_UNLOADED);

    SearchResult loose = judged(directory, "e2el<=1000s", .95);
    assertThat(loose.ending()).isEqualTo(SearchResult.Ending.UNDECIDED);
    assertThat(loose.rate()).isNaN();
    assertThat(loose.low()).isLessThanOrEqualTo(found.flood());

    SearchResult rare = judged(directory, "ttft<=200ms,tpot<=80ms", .9999);
    assertThat(rare.ending()).isNotEqualTo(SearchResult.Ending.REACHED);
  }

  @Test
  void aFinishedSearchClaimsNothingForALooserSlo() {
    RunDirectory directory = begin("alone");
    SearchPlan strict = SearchPlan.of(Slo.parse("ttft<=1ms"), .95);
    SearchResult found = run(strict, directory, SearchListener.SILENT, target());
    assertThat(found.ending()).isEqualTo(SearchResult.Ending.MISSED_UNLOADED);

    SearchResult loose = judged(directory, "e2el<=1000s", .95);
    assertThat(loose.ending()).isEqualTo(SearchResult.Ending.UNDECIDED);
    assertThat(loose.steps()).isEmpty();
  }

  @Test
  @Tag("fault")
  void reportsWhyItStoppedIfSegmentsCannotBeWritten() throws Exception {
    RunDirectory directory = begin("full");
    Files.createDirectory(directory.path().resolve(TraceFile.NAME));

    assertThatThrownBy(() -> run(directory, SearchListener.SILENT, target()))
        .isInstanceOf(RecordException.WriteFailed.class);
    Files.delete(directory.path().resolve(TraceFile.NAME));
    SearchResult reported = read(directory);
    assertThat(reported.ending()).isEqualTo(SearchResult.Ending.INTERRUPTED);
    assertThat(reported.reason()).startsWith("cannot write ");
    assertThat(reported.floods()).isNotEmpty();
  }
}
