package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.ExitCode;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.Warmup;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Asked;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.Start;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Exit codes of runs that are written by hand: one request each 100 ms.
class VerdictTest {
  private static final long MILLI = 1_000_000;
  private static final Outcome OK = new Outcome.Ok("stop");
  private static final Outcome REFUSED = new Outcome.Refused("nobody listens");
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");
  private static final Judgement USUAL = Judgement.USUAL;

  private final List<LogEntry> entries = new ArrayList<>();

  private void requests(int count, Outcome outcome) {
    for (int i = 0; i < count; i++) {
      entries.add(request(entries.size(), outcome));
    }
  }

  private static RequestRecord request(long id, Outcome outcome) {
    long begin = id * 100 * MILLI;
    boolean ok = outcome instanceof Outcome.Ok;
    long no = Stamps.ABSENT;
    long token = ok ? begin + 20 * MILLI : no;
    Stamps stamps =
        new Stamps(
            begin,
            begin,
            begin,
            ok ? begin : no,
            ok ? begin + MILLI : no,
            token,
            token,
            token,
            token,
            token,
            begin + 50 * MILLI);
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    if (ok) {
      chunks.add(token, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        Start.INTENDED,
        new Asked(id, 0, 1, 5, 1),
        stamps,
        chunks.build(),
        ok ? TokenCounts.ofUsage(5, 1, 0, 0, 0) : TokenCounts.NONE,
        0,
        outcome);
  }

  private ExitCode exit(Judgement judgement) {
    long end = entries.size() * 100L * MILLI + 50 * MILLI;
    List<LogEntry> log = new ArrayList<>(entries);
    log.addFirst(new LevelBegun(0, 0, "constant", 10, 0, 0));
    log.add(new LevelEnded(0, end, LevelEnded.Ending.COMPLETE, -1, 0));
    return Verdict.of(Analysis.analyse(log::forEach, judgement.options()), judgement);
  }

  @Test
  void allGood() {
    requests(100, OK);

    assertThat(exit(USUAL)).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void aRunThatAskedNothingIsNotGood() {
    assertThat(exit(USUAL)).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aRunWhoseWarmUpOutlastsItIsNotGood() {
    requests(20, OK);
    Warmup minute = new Warmup.Fixed(60_000 * MILLI);

    assertThat(exit(new Judgement(AnalysisOptions.DEFAULTS.withWarmup(minute), false, .01)))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void failuresOfTheWarmUpAreJudged() {
    requests(20, BUSY);
    requests(80, OK);
    Warmup firstHalf = new Warmup.Fixed(5_000 * MILLI);

    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.2)))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void nobodyEverListened() {
    requests(20, REFUSED);

    assertThat(exit(USUAL)).isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void aServerThatDiedHalfWayWasReachable() {
    requests(20, OK);
    requests(20, REFUSED);
    Warmup firstHalf = new Warmup.Fixed(2_000 * MILLI);

    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
  }

  @Test
  void failuresCountFromTheBoundOn() {
    requests(98, OK);
    requests(2, BUSY);

    assertThat(exit(with(AnalysisOptions.DEFAULTS, false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
    assertThat(exit(with(AnalysisOptions.DEFAULTS, false, 0.05))).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void onlyAnSloThatWasAskedForIsMissed() {
    requests(50, OK);
    AnalysisOptions strict = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p95 ttft<=1ms"));

    assertThat(exit(with(strict, true, 0.01))).isEqualTo(ExitCode.SLO_MISSED);
    assertThat(exit(with(strict, false, 0.01))).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void failuresComeBeforeTheSlo() {
    requests(10, OK);
    requests(10, BUSY);
    AnalysisOptions strict = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p95 ttft<=1ms"));

    assertThat(exit(with(strict, true, 0.01))).isEqualTo(ExitCode.TOO_MANY_FAILURES);
  }

  private static Judgement with(AnalysisOptions options, boolean asked, double maxErrorRate) {
    return new Judgement(options, asked, maxErrorRate);
  }
}
