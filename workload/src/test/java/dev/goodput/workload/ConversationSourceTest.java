package dev.goodput.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.testing.WorkloadFiles;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationSourceTest {
  private static final int OVERHEAD = 4;

  @TempDir private Path directory;

  @Test
  void countsPromptsAndResponsesWithoutACount() {
    // "tiktoken is great!" has six tokens in cl100k_base.
    SessionPlan plan = first("{'prompt': 'tiktoken is great!', 'reference': 'tiktoken is great!'}");

    TurnPlan turn = plan.turns().getFirst();
    assertThat(turn.inputTokens()).isEqualTo(6 + OVERHEAD);
    assertThat(turn.outputTokens()).isEqualTo(6);
    assertThat(turn.rawPrompt()).isEqualTo("tiktoken is great!");
    assertThat(turn.reference()).isEqualTo("tiktoken is great!");
    assertThat(plan.offsetNanos()).isEqualTo(SessionPlan.UNTIMED);
  }

  @Test
  void leavesResponsesUnboundedIfLengthsAreUnknown() {
    TurnPlan turn = first("{'messages': [{'role': 'user', 'content': 'Hi'}]}").turns().getFirst();

    assertThat(turn.outputTokens()).isEqualTo(TurnPlan.UNKNOWN);
    assertThat(turn.rawPrompt()).isNull();
  }

  @Test
  void addsUpTheContextOfLaterTurns() {
    SessionPlan plan =
        first(
            "{'session': 1, 'prompt': 'tiktoken is great!', 'output_tokens': 20}",
            "{'session': 1, 'prompt': 'tiktoken is great!', 'delay_ms': 2000}",
            "{'session': 1, 'prompt': 'tiktoken is great!'}");

    assertThat(plan.history()).isEqualTo(HistoryMode.CUMULATIVE);
    assertThat(plan.turns())
        .extracting(TurnPlan::inputTokens)
        .containsExactly(10, 10 + 20 + 10, TurnPlan.UNKNOWN);
    assertThat(plan.turns())
        .extracting(TurnPlan::thinkNanos)
        .containsExactly(0L, 2_000_000_000L, 0L);
  }

  @Test
  void turnsWithTheirHistoryAreSentUnchanged() {
    SessionPlan plan =
        first(
            "{'session': 1, 'messages': [{'role': 'user', 'content': 'a'}], 'output_tokens': 1}",
            "{'session': 1, 'messages': [{'role': 'user', 'content': 'a'}, {'role': 'assistant',"
                + " 'content': 'b'}, {'role': 'user', 'content': 'c'}], 'output_tokens': 1}");

    assertThat(plan.history()).isEqualTo(HistoryMode.BY_TURN);
    assertThat(plan.turns())
        .extracting(TurnPlan::inputTokens)
        .containsExactly(1 + OVERHEAD, 3 + OVERHEAD);
    assertThat(plan.turns().get(1).messages()).hasSize(3);
  }

  @Test
  void generatesTextFromALength() {
    TurnPlan turn = first("{'input_tokens': 60, 'output_tokens': 4}").turns().getFirst();

    assertThat(Tokenizer.of("cl100k_base").count(requireNonNull(turn.rawPrompt())))
        .isEqualTo(60 - OVERHEAD);
  }

  @Test
  void keepsTimesInRecordedOrderAndStartsOverAfterTheEnd() {
    Workload workload =
        workload("{'timestamp_ms': 1000, 'prompt': 'a'}", "{'timestamp_ms': 3000, 'prompt': 'b'}");
    SessionSource source = workload.open(options().withReplay(Replay.RECORDED));

    assertThat(workload.timed()).isTrue();
    for (long seconds : new long[] {0, 2, 4, 6, 8}) {
      assertThat(requireNonNull(source.next()).offsetNanos()).isEqualTo(seconds * 1_000_000_000);
    }
    assertThat(requireNonNull(workload.open(options()).next()).offsetNanos())
        .isEqualTo(SessionPlan.UNTIMED);
  }

  @Test
  void playsSimultaneousSessionsOnce() {
    SessionSource source =
        workload("{'timestamp_ms': 7, 'prompt': 'a'}", "{'timestamp_ms': 7, 'prompt': 'b'}")
            .open(options().withReplay(Replay.RECORDED));

    assertThat(requireNonNull(source.next()).offsetNanos()).isZero();
    assertThat(requireNonNull(source.next()).offsetNanos()).isZero();
    assertThat(source.next()).isNull();
  }

  @Test
  void reportsThatNothingFitsInTheOnlyRound() {
    Replay once = new Replay(Replay.Order.RECORDED, true);
    SessionSource source =
        workload("{'prompt': 'a', 'output_tokens': 500}")
            .open(options().withReplay(once).withLimits(new LengthLimits(100, null, null)));

    assertThatThrownBy(source::next).hasMessageContaining("no request fits");
  }

  @Test
  void endsAfterOneRoundWhenConfigured() {
    Replay once = new Replay(Replay.Order.RECORDED, true);
    SessionSource source = workload("{'prompt': 'a'}").open(options().withReplay(once));

    assertThat(source.next()).isNotNull();
    assertThat(source.next()).isNull();
  }

  @Test
  void skipsSessionsThatCannotFitAndNamesTheLine() {
    SessionSource source =
        workload("{'prompt': 'a', 'output_tokens': 500}", "{'prompt': 'b', 'output_tokens': 5}")
            .open(options().withLimits(new LengthLimits(100, null, null)));

    for (int i = 0; i < 4; i++) {
      assertThat(requireNonNull(source.next()).turns().getFirst().rawPrompt()).isEqualTo("b");
    }
    assertThat(source.skipped().count()).isGreaterThanOrEqualTo(3);
    assertThat(source.skipped().example()).isEqualTo("chat.jsonl:1: 5 + 500 tokens");
  }

  @Test
  void reportsThatNothingFits() {
    SessionSource source =
        workload("{'prompt': 'a', 'output_tokens': 500}")
            .open(options().withLimits(new LengthLimits(100, null, null)));

    assertThatThrownBy(source::next)
        .isInstanceOf(WorkloadException.Unusable.class)
        .hasMessageContaining("no request fits the model's 100 tokens (chat.jsonl:1: 5 + 500");
  }

  @Test
  void refusesToChangeTheLengthOfGivenPrompts() {
    LengthLimits limits = new LengthLimits(0, LengthDistribution.fixed(5), null);

    assertThatThrownBy(() -> workload("{'prompt': 'a'}").open(options().withLimits(limits)))
        .isInstanceOf(WorkloadException.Unusable.class)
        .hasMessageContaining("--input-tokens does not apply");
  }

  @Test
  void doesNotAddTurnsToGivenSessions() {
    SessionShape shape =
        new SessionShape(
            LengthDistribution.fixed(2), LengthDistribution.fixed(1), HistoryMode.BY_TURN);

    assertThatThrownBy(() -> workload("{'prompt': 'a'}").open(options().withShape(shape)))
        .hasMessageContaining("--turns does not apply");
  }

  @Test
  void replacesAnswerLengths() {
    LengthLimits limits = new LengthLimits(0, null, LengthDistribution.fixed(33));
    SessionSource source = workload("{'prompt': 'a'}").open(options().withLimits(limits));

    assertThat(requireNonNull(source.next()).turns().getFirst().outputTokens()).isEqualTo(33);
  }

  @Test
  void makesEveryPromptUniqueWithCacheBusting() {
    SessionSource source =
        workload(
                "{'messages': [{'role': 'system', 'content': 'S'}, {'role': 'user', 'content':"
                    + " 'U'}]}")
            .open(options().withCacheBust(3));

    SessionPlan one = requireNonNull(source.next());
    SessionPlan two = requireNonNull(source.next());

    assertThat(one.turns().getFirst().messages().getFirst().content()).endsWith(".\nS");
    assertThat(one.turns().getFirst().messages().getLast().content()).isEqualTo("U");
    assertThat(one.turns().getFirst().messages()).isNotEqualTo(two.turns().getFirst().messages());
    assertThat(one.turns().getFirst().inputTokens()).isGreaterThan(2 + OVERHEAD);
  }

  private SessionPlan first(String... lines) {
    return requireNonNull(workload(lines).open(options()).next());
  }

  private Workload workload(String... lines) {
    for (int i = 0; i < lines.length; i++) {
      lines[i] = lines[i].replace('\'', '"');
    }
    return Workloads.find(new WorkloadFiles(directory).lines("chat.jsonl", lines).toString());
  }

  private static OpenOptions options() {
    return OpenOptions.of(1, PromptWriter.exact(Tokenizer.of("cl100k_base"), OVERHEAD));
  }
}
