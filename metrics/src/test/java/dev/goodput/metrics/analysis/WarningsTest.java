package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static final TokenCounts USAGE = TokenCounts.ofUsage(5, 2, -1, -1, -1);

  /// Of three answers of two chunks each, whose tokens were counted like this.
  private static List<String> warnings(TokenCounts first, TokenCounts second, TokenCounts third) {
    return Analysed.level(Logs.open(answer(0, first), answer(1, second), answer(2, third)))
        .warnings();
  }

  private static RequestRecord answer(int id, TokenCounts tokens) {
    double at = id * 100;
    return RequestMaker.at(at).id(id).chunks(at + 50, at + 60).tokens(tokens).make();
  }

  @Test
  void sayHowManyAnswersHadNoUsageWhereOthersHadOne() {
    assertThat(warnings(TokenCounts.NONE, USAGE, USAGE))
        .contains(
            "no token count for 1 response (no usable usage, no tokenizer), so each content chunk"
                + " counts as one token: pass --tokenizer");
  }

  @Test
  void sayHowManyAnswersTheTokenizerDidNotComeToCount() {
    TokenCounts counted = TokenCounts.NONE.withTokenizer(3, 7);

    assertThat(warnings(counted, TokenCounts.NONE, TokenCounts.NONE))
        .contains(
            "the tokenizer did not count 2 responses, so each content chunk counts as one token:"
                + " their TPOT and output speed are wrong")
        .noneMatch(warning -> warning.contains("pass --tokenizer"));
  }
}
