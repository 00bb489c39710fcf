package dev.goodput.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.testing.WorkloadFiles;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LengthSourceTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "azure-code",
        "azure-conv",
        "mooncake-conversation",
        "sharegpt-lengths",
        "synthetic"
      })
  void theSameSeedGivesTheSameSessionsAndAnotherSeedOthers(String name) {
    OpenOptions options =
        options(7)
            .withLimits(new LengthLimits(0, null, LengthDistribution.parse("uniform(1,1000)")));

    List<SessionPlan> first = pull(Workloads.find(name).open(options), 50);

    assertThat(pull(Workloads.find(name).open(fresh(options, 7)), 50)).isEqualTo(first);
    assertThat(pull(Workloads.find(name).open(fresh(options, 8)), 50)).isNotEqualTo(first);
  }

  @Test
  void playsATraceInOrderAtItsTimes() {
    SessionSource source =
        table("0,10,1", "5,20,2", "7,30,3").open(options(1).withReplay(Replay.RECORDED));

    List<SessionPlan> plans = pull(source, 7);

    assertThat(plans).extracting(SessionPlan::id).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(plans)
        .extracting(plan -> turn(plan).inputTokens())
        .containsExactly(10, 20, 30, 10, 20, 30, 10);
    // The second round starts one mean gap (3.5 s) after the last request of the first.
    assertThat(plans)
        .extracting(plan -> plan.offsetNanos() / (SECOND / 10))
        .containsExactly(0L, 50L, 70L, 105L, 155L, 175L, 210L);
  }

  @Test
  void playsASimultaneousTraceOnce() {
    SessionSource source = table("5,10,1", "5,20,2").open(options(1).withReplay(Replay.RECORDED));

    assertThat(pull(source, 2)).extracting(SessionPlan::offsetNanos).containsOnly(0L);
    assertThat(source.next()).isNull();
    assertThat(pull(table("5,10,1").open(options(1)), 5)).hasSize(5);
  }

  @Test
  void reportsThatNothingOfASimultaneousTraceFits() {
    SessionSource source =
        table("5,10,1")
            .open(
                options(1).withReplay(Replay.RECORDED).withLimits(new LengthLimits(8, null, null)));

    assertThatThrownBy(source::next).hasMessageContaining("no request fits");
  }

  @Test
  void spreadsTicksInFirstAndLaterRoundsWithoutGoingBack() {
    SessionSource source =
        Workloads.find("mooncake-conversation")
            .open(
                options(1)
                    .withReplay(Replay.RECORDED)
                    .withLimits(new LengthLimits(0, LengthDistribution.fixed(1), null)));
    long before = -1;
    for (int i = 0; i < 30_000; i++) {
      long now = requireNonNull(source.next()).offsetNanos();
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
    assertThat(before).isGreaterThan(2 * 3_536 * SECOND);
  }

  @Test
  void shufflesEachRoundAgainAndOmitsNothing() {
    SessionSource source = table("0,10,1", "5,20,2", "7,30,3", "8,40,4", "9,50,5").open(options(3));

    List<Integer> rounds = pull(source, 20).stream().map(plan -> turn(plan).inputTokens()).toList();

    for (int round = 0; round < 4; round++) {
      assertThat(rounds.subList(5 * round, 5 * round + 5))
          .containsExactlyInAnyOrder(10, 20, 30, 40, 50);
    }
    assertThat(rounds.subList(0, 5)).isNotEqualTo(rounds.subList(5, 10));
    assertThat(requireNonNull(source.next()).offsetNanos()).isEqualTo(SessionPlan.UNTIMED);
  }

  @Test
  void endsAfterOneRoundWhenConfigured() {
    Replay once = new Replay(Replay.Order.SHUFFLED, true);
    SessionSource source = table("0,10,1", "5,20,2").open(options(3).withReplay(once));

    pull(source, 2);

    assertThat(source.next()).isNull();
    assertThat(source.next()).isNull();
  }

  @Test
  void skipsSessionsThatCannotFitAndNamesThem() {
    SessionSource source =
        table("0,10,1", "5,4000,97", "7,30,3")
            .open(
                options(1)
                    .withReplay(Replay.RECORDED)
                    .withLimits(new LengthLimits(4096, null, null)));

    assertThat(pull(source, 2))
        .extracting(plan -> turn(plan).inputTokens())
        .containsExactly(10, 30);
    assertThat(source.skipped().count()).isEqualTo(1);
    assertThat(source.skipped().reason())
        .isEqualTo("prompt and answer do not fit the model's 4,096 tokens");
    assertThat(source.skipped().example()).endsWith("table.csv row 2: 4,000 + 97 tokens");
  }

  @Test
  void keepsSessionsThatFitExactly() {
    SessionSource source =
        table("0,4000,96").open(options(1).withLimits(new LengthLimits(4096, null, null)));

    pull(source, 3);

    assertThat(source.skipped()).isEqualTo(SkippedRequests.NONE);
  }

  @Test
  void reportsThatNothingFits() {
    LengthLimits tiny = new LengthLimits(8, null, null);

    assertThatThrownBy(() -> Workloads.find("synthetic").open(options(1).withLimits(tiny)).next())
        .isInstanceOf(WorkloadException.Unusable.class)
        .hasMessage(
            "no request fits the model's 8 tokens (synthetic: 512 + 128 tokens). Use shorter"
                + " --input-tokens or --output-tokens, or another workload");
    assertThatThrownBy(() -> table("0,10,1", "1,11,1").open(options(1).withLimits(tiny)).next())
        .hasMessageContaining("no request fits");
  }

  @Test
  void replacesLengthsOfAnyWorkload() {
    LengthLimits limits =
        new LengthLimits(0, LengthDistribution.parse("77"), LengthDistribution.parse("5-6"));
    for (String name : Workloads.names()) {
      for (SessionPlan plan : pull(Workloads.find(name).open(options(1).withLimits(limits)), 20)) {
        assertThat(turn(plan).inputTokens()).isEqualTo(77);
        assertThat(turn(plan).outputTokens()).isBetween(5, 6);
      }
    }
  }

  @Test
  void textHasTheRequestedTokensAndIsNeverRepeated() {
    OpenOptions options = options(1);
    List<SessionPlan> plans = pull(table("0,100,1", "1,100,1").open(options), 40);

    assertThat(plans).extracting(plan -> turn(plan).rawPrompt()).doesNotHaveDuplicates();
    for (SessionPlan plan : plans) {
      String text = requireNonNull(turn(plan).rawPrompt());
      assertThat(turn(plan).messages()).containsExactly(new Message("user", text));
      assertThat(options.prompts().count(text) + 8).isBetween(95, 105);
    }
  }

  @Test
  void sharesPrefixesOnlyWithinARoundAndNotWithCacheBusting() {
    Path file =
        new WorkloadFiles(directory)
            .lines(
                "trace.jsonl",
                "{\"input_length\": 1000, \"output_length\": 1, \"hash_ids\": [0, 1]}",
                "{\"input_length\": 1000, \"output_length\": 1, \"hash_ids\": [0, 2]}");
    Workload workload = Workloads.find(file.toString());
    OpenOptions recorded = options(1).withReplay(Replay.RECORDED);

    List<String> texts = beginnings(workload.open(recorded), 4);
    List<String> bust = beginnings(workload.open(recorded.withCacheBust(1)), 4);
    List<String> again = beginnings(workload.open(recorded.withCacheBust(2)), 4);

    assertThat(texts.get(1)).isEqualTo(texts.get(0));
    assertThat(texts.get(3)).isEqualTo(texts.get(2)).isNotEqualTo(texts.get(0));
    assertThat(bust).doesNotHaveDuplicates().doesNotContainAnyElementsOf(again);
  }

  private static List<String> beginnings(SessionSource source, int count) {
    return pull(source, count).stream()
        .map(plan -> requireNonNull(turn(plan).rawPrompt()).substring(0, 500))
        .toList();
  }

  @Test
  void makesSessionsOfSeveralTurns() {
    SessionShape shape =
        new SessionShape(
            LengthDistribution.fixed(3), LengthDistribution.fixed(250), HistoryMode.CUMULATIVE);
    LengthLimits limits =
        new LengthLimits(0, LengthDistribution.fixed(100), LengthDistribution.fixed(10));

    SessionPlan plan =
        pull(Workloads.find("synthetic").open(options(1).withShape(shape).withLimits(limits)), 1)
            .getFirst();

    assertThat(plan.history()).isEqualTo(HistoryMode.CUMULATIVE);
    assertThat(plan.turns()).extracting(TurnPlan::inputTokens).containsExactly(100, 210, 320);
    assertThat(plan.turns())
        .extracting(TurnPlan::thinkNanos)
        .containsExactly(0L, SECOND / 4, SECOND / 4);
  }

  @Test
  void independentTurnsCarryNoContext() {
    SessionShape shape =
        new SessionShape(
            LengthDistribution.fixed(2), LengthDistribution.fixed(1), HistoryMode.BY_TURN);

    SessionPlan plan =
        pull(Workloads.find("synthetic").open(options(1).withShape(shape)), 1).getFirst();

    assertThat(plan.turns()).extracting(TurnPlan::inputTokens).containsExactly(512, 512);
  }

  @Test
  void skipsSessionsWhoseLastTurnCannotFit() {
    SessionShape shape =
        new SessionShape(
            LengthDistribution.parse("1-3"), LengthDistribution.fixed(1), HistoryMode.CUMULATIVE);
    LengthLimits limits =
        new LengthLimits(250, LengthDistribution.fixed(100), LengthDistribution.fixed(10));
    SessionSource source =
        Workloads.find("synthetic").open(options(1).withShape(shape).withLimits(limits));

    assertThat(pull(source, 30)).allSatisfy(plan -> assertThat(plan.turns()).hasSizeBetween(1, 2));
    assertThat(source.skipped().example()).isEqualTo("synthetic: 320 + 10 tokens");
  }

  private Workload table(String... rows) {
    String[] lines = new String[rows.length + 1];
    lines[0] = "timestamp,input_tokens,output_tokens";
    System.arraycopy(rows, 0, lines, 1, rows.length);
    return Workloads.find(new WorkloadFiles(directory).lines("table.csv", lines).toString());
  }

  private static OpenOptions options(long seed) {
    return OpenOptions.of(seed, PromptWriter.calibrated(PromptCalibration.DEFAULT));
  }

  private static OpenOptions fresh(OpenOptions options, long seed) {
    return options(seed).withLimits(options.limits());
  }

  private static List<SessionPlan> pull(SessionSource source, int count) {
    List<SessionPlan> plans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      plans.add(requireNonNull(source.next()));
    }
    return plans;
  }

  private static TurnPlan turn(SessionPlan plan) {
    return plan.turns().getFirst();
  }
}
