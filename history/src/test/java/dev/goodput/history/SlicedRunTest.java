package dev.goodput.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicedRunTest {
  private static final long MILLI = 1_000_000;
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
  private static final int REQUESTS = 30;

  @TempDir private Path directory;

  /// Creates a run of two levels, or a slice of it, that started `offsetNanos` after its clock did.
  private RunDirectory slice(int number, int of, long offsetNanos, Manifest manifest) {
    RunDirectory run =
        RunDirectory.create(
            directory.resolve("slice-" + number + "-" + of + "-" + offsetNanos), manifest);
    try (RunLogWriter writer = run.writer()) {
      long begin = offsetNanos;
      for (int level = 0; level < 2; level++) {
        writer.append(new LevelStarted(level, begin, "constant", "", 8.0 / of, 0, 0));
        long inFlight = 0;
        for (int id = 0; id < REQUESTS; id++) {
          if (id % of == number - 1) {
            writer.append(request(id, level, begin));
            inFlight += 50 * MILLI;
          }
        }
        writer.append(health(level, begin + 2950 * MILLI));
        writer.append(
            new LevelEnded(level, begin + 3000 * MILLI, LevelEnded.Ending.COMPLETE, inFlight, 1));
        begin += 4000 * MILLI + number * MILLI; // no two machines pause alike
      }
    }
    return run;
  }

  private RunDirectory slice(int number, int of) {
    return slice(number, of, 7L * number * MILLI, manifest(number, of));
  }

  private static Manifest manifest(int number, int of) {
    return Manifest.empty()
        .with("run.id", "slice-" + number)
        .with("run.shard", number + "/" + of)
        .with("run.schedule", "constant, rate 8, for 30s")
        .with("run.seed", 42)
        .with("run.workload", "azure-conv")
        .with("target.model", "llama")
        .with("run.origin", NOON.plusMillis(10L * number).toString());
  }

  private static HealthSample health(int level, long at) {
    return new HealthSample(level, at, List.of(1L), List.of(), 0.1, 0.2, 0, 0, 1);
  }

  private static RequestRecord request(int id, int level, long begin) {
    long at = begin + 100L * id * MILLI;
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    chunks.add(at + 20 * MILLI, Channel.ANSWER, 1);
    chunks.add(at + 20 * MILLI, Channel.ANSWER, TokenCounts.UNKNOWN);
    chunks.add(at + 40 * MILLI, Channel.REASONING, 3);
    Stamps stamps =
        new Stamps(
            at,
            at,
            at + 1,
            Stamps.ABSENT,
            at + 2,
            at + 3,
            at + 4,
            at + 20 * MILLI,
            at + 20 * MILLI,
            at + 40 * MILLI,
            at + 50 * MILLI);
    return new RequestRecord(
        id,
        level,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, 5, 1),
        stamps,
        chunks.build(),
        TokenCounts.ofUsage(5, 1, 0, 0, 0),
        1,
        new Outcome.Ok("stop"),
        passage(at));
  }

  /// A slice may also contain a proxy's traffic.
  private static GatewayInfo passage(long at) {
    return new GatewayInfo(
        "llama",
        "acme",
        "chat",
        "vllm",
        "s1",
        "chat",
        at - 3,
        at + 21 * MILLI,
        at + 51 * MILLI,
        70,
        900,
        GatewayInfo.Parting.DELIVERED);
  }

  private static List<LogEntry> read(SlicedRun slices) {
    List<LogEntry> entries = new ArrayList<>();
    slices.log().read(entries::add);
    return entries;
  }

  private static List<RequestRecord> records(List<LogEntry> entries) {
    return entries.stream()
        .filter(RequestRecord.class::isInstance)
        .map(RequestRecord.class::cast)
        .toList();
  }

  /// A slice of a coordinator's run whose machine's date is wrong, and whose log began at a moment
  /// of the coordinator's monotonic clock.
  private RunDirectory coordinated(int number, long wallOffsetNanos, long originNanos) {
    Instant origin = NOON.plusNanos(wallOffsetNanos);
    SharedClock clock = new SharedClock("run", 5, 2000, wallOffsetNanos, 0, 1);
    Manifest manifest = manifest(number, 2).with("run.origin", origin.toString());
    return slice(number, 2, MILLI, clock.addTo(manifest, originNanos + 5));
  }

  @Test
  void compareTheirStartsByTheCoordinatorsClockWhateverTheirDates() {
    long hour = 3_600_000_000_000L;
    SlicedRun slices =
        SlicedRun.of(List.of(coordinated(1, 0, 100), coordinated(2, hour, 100 + 3 * MILLI)));

    assertThat(slices.notes())
        .anyMatch(note -> note.endsWith("started 3.000 ms apart, known to ± 0.004 ms"))
        .anyMatch(note -> note.contains("2/2 +3600.000000 s ± 0.000002 s"))
        .anyMatch(note -> note.startsWith("the date and time of slice 2/2 are wrong by +3600."));
    assertThat(slices.manifest().values()).containsEntry("run.fleet", "run");
    assertThat(SlicedRun.below(directory)).isEmpty();
  }

  @Test
  void areTogetherEqualToOneMachine() {
    SlicedRun slices = SlicedRun.of(List.of(slice(3, 3), slice(1, 3), slice(2, 3)));
    List<LogEntry> entries = read(slices);
    long second = 4000 * MILLI;
    List<RequestRecord> expected = new ArrayList<>();
    for (int level = 0; level < 2; level++) {
      for (int id = 0; id < REQUESTS; id++) {
        expected.add(request(id, level, level * second));
      }
    }
    assertThat(records(entries)).isEqualTo(expected);
    assertThat(entries.getFirst()).isEqualTo(new LevelStarted(0, 0, "constant", "", 8.0, 0, 0));
    assertThat(entries.getLast())
        .isEqualTo(
            new LevelEnded(
                1, second + 3000 * MILLI, LevelEnded.Ending.COMPLETE, REQUESTS * 50 * MILLI, 3));
    assertThat(slices.missing()).isEmpty();
    assertThat(slices.state()).isInstanceOf(LogState.Complete.class);
  }

  @Test
  void comeInTheOrderOfTime() {
    List<LogEntry> entries =
        read(SlicedRun.of(List.of(slice(1, 2), slice(2, 2, 3_000 * MILLI, manifest(2, 2)))));
    for (int i = 1; i < entries.size(); i++) {
      assertThat(SliceLog.nanos(entries.get(i)))
          .isGreaterThanOrEqualTo(SliceLog.nanos(entries.get(i - 1)));
    }
    assertThat(entries.stream().filter(HealthSample.class::isInstance)).hasSize(4);
  }

  @Test
  void nameTheSlicesThatAreMissing() {
    SlicedRun slices = SlicedRun.of(List.of(slice(2, 4), slice(4, 4)));
    assertThat(slices.missing()).containsExactly("1/4", "3/4");
    assertThat(slices.notes())
        .anyMatch(note -> note.startsWith("made of 2 of the 4 slices of one load: "))
        .anySatisfy(note -> assertThat(note).contains("slices that are missing: 1/4, 3/4"));
    assertThat(SlicedRun.of(List.of(slice(1, 1))).notes())
        .anyMatch(note -> note.startsWith("made of 1 slice of one load: "));
    assertThat(SlicedRun.of(List.of(slice(1, 2), slice(2, 2))).notes())
        .anyMatch(note -> note.startsWith("made of 2 slices of one load: "));
    assertThat(records(read(slices))).hasSize(2 * 15);
  }

  @Test
  void reportHowFarApartTheyStarted() {
    SlicedRun together = SlicedRun.of(List.of(slice(1, 2), slice(2, 2)));
    assertThat(together.notes().getLast())
        .contains("they started 0.017 s apart")
        .doesNotContain("not see");
    SlicedRun apart =
        SlicedRun.of(
            List.of(slice(1, 2, 1, manifest(1, 2)), slice(2, 2, 3_000 * MILLI, manifest(2, 2))));
    assertThat(apart.notes().getLast())
        .contains("did not see them together", "start them together");
  }

  @Test
  void haveNoEndIfOneWasKilled() {
    RunDirectory killed = RunDirectory.create(directory.resolve("killed"), manifest(2, 2));
    try (RunLogWriter writer = killed.writer()) {
      writer.append(new LevelStarted(0, 0, "constant", "", 4, 0, 0));
      writer.append(request(1, 0, 0));
    }
    List<LogEntry> entries = read(SlicedRun.of(List.of(slice(1, 2), killed)));
    assertThat(entries.stream().filter(LevelEnded.class::isInstance)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run.seed | 43 | slices of different runs: run.seed is \"42\" in",
        "run.workload | synthetic | run.workload is \"azure-conv\" in",
        "target.model | qwen | target.model is \"llama\" in",
        "run.schedule | poisson | run.schedule is \"constant, rate 8, for 30s\" in",
        "workload.turns | 3 | workload.turns is not set in",
        "workload.written | true | workload.written is not set in",
        "run.shard | 2/3 | run.shard is \"1/2\" in",
        "run.shard | 1/2 | are both slice 1/2; leave one out",
        "run.shard | '' | is no slice: it was run without --shard",
        "run.origin | 2026-11-22T13:00:00Z | was over before",
        "run.origin | noon | does not show when it started"
      })
  void refuseSlicesOfAnotherRun(String key, String value, String expected) {
    Manifest other = manifest(2, 2).with(key, value);
    List<RunDirectory> runs = List.of(slice(1, 2), slice(2, 2, 0, other));
    assertThatThrownBy(() -> SlicedRun.of(runs))
        .isInstanceOf(HistoryException.NotSlices.class)
        .hasMessageContaining(expected);
  }

  @Test
  void treatTwoSpellingsOfAModelAsOne() {
    Manifest other = manifest(2, 2).with("target.model", "meta-llama/Llama");
    assertThat(SlicedRun.of(List.of(slice(1, 2), slice(2, 2, 0, other))).missing()).isEmpty();
  }

  @Test
  void refuseALogWithNothingInIt() {
    RunDirectory empty = RunDirectory.create(directory.resolve("empty"), manifest(2, 2));
    List<RunDirectory> runs = List.of(slice(1, 2), empty);
    assertThatThrownBy(() -> SlicedRun.of(runs)).hasMessageContaining("holds nothing of slice 2/2");
  }

  @Test
  void areNoDirectoriesOfAGatewaysLog() {
    Manifest hour =
        Manifest.empty().with("gateway.log", "rotated").with("run.arrivals", "observed");
    List<RunDirectory> hours =
        List.of(
            RunDirectory.create(directory.resolve("hour-1"), hour),
            RunDirectory.create(directory.resolve("hour-2"), hour));
    assertThatThrownBy(() -> SlicedRun.of(hours))
        .isInstanceOf(HistoryException.NotSlices.class)
        .hasMessage(
            directory.resolve("hour-1")
                + " is a part of a gateway's log, and no slice of a load: goodput report takes one"
                + " part at a time, goodput compare several; for longer parts set log.rotate-every"
                + " and log.rotate-size");
  }

  @Test
  void stopReadingIfTheConsumerStops() {
    SlicedRun slices = SlicedRun.of(List.of(slice(1, 2), slice(2, 2)));
    assertThatThrownBy(() ->
            slices
                .log()
                .read(entry -> {
                  throw new IllegalStateException("enough");
                }))
        .hasMessage("enough");
  }

  @Test
  void keepCommonFacts() {
    Manifest first = manifest(1, 2).with("run.note.1", "slice 1/2 of one load");
    Manifest second = manifest(2, 2).with("run.interrupted", 130);
    SlicedRun slices = SlicedRun.of(List.of(slice(1, 2, 0, first), slice(2, 2, 0, second)));
    assertThat(slices.manifest().values())
        .containsEntry("run.seed", "42")
        .containsEntry("run.id", "slice-1 + slice-2")
        .containsEntry("run.interrupted", "130")
        .containsEntry("run.slices", directory + "/slice-1-2-0 " + directory + "/slice-2-2-0")
        .doesNotContainKeys("run.shard", "run.note.1");
    assertThat(slices.logs().keySet()).containsExactly("1/2", "2/2");
  }
}
