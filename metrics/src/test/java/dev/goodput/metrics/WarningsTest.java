package dev.goodput.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LogEntry;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
  @Test
  void sayHowManyAnswersHadNoUsageWhereOthersHadOne() {
    List<LogEntry> requests = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      RequestMaker request = RequestMaker.at(i * 100).id(i).chunks(i * 100 + 50, i * 100 + 60);
      TokenCounts usage = i == 0 ? TokenCounts.NONE : TokenCounts.ofUsage(5, 2, -1, -1, -1);
      requests.add(request.tokens(usage).make());
    }
    LevelResult level =
        Analysis.analyse(
                Logs.level(new LevelBegun(0, 0, "constant", 10, 0, 0), requests), Analysed.WHOLE)
            .levels()
            .getFirst();

    assertThat(level.warnings())
        .contains(
            "content chunks stand for the tokens of 1 answer: the server names no usage for them"
                + " that could be used, and no tokenizer came to count them: name a --tokenizer");
  }
}
