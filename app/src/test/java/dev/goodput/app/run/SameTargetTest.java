package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameTargetTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "goodput saturate, ''",
        "goodput saturate --virtual --to 64 --seed 3, --virtual",
        "goodput saturate --url http://h:1 --slo 'p95 ttft<=1s' --out d, --url http://h:1",
        "goodput saturate --url=http://h:1 --level-time 9s, --url=http://h:1",
        "goodput saturate --workload 'my chats.jsonl' --from 2, --workload 'my chats.jsonl'",
        "goodput saturate --url https://h --http auto --to 8, --url https://h --http auto",
        "goodput saturate --insecure --turns 4 --think-time 2m, --insecure --turns 4 --think-time"
            + " 2m",
        "goodput saturate --api-key-env KEY --header 'A: ***', --api-key-env KEY --header"
            + " AS-BEFORE",
        "goodput saturate --url=http://***@h --extra-body '***' --no-stream, --url=AS-BEFORE"
            + " --extra-body AS-BEFORE --no-stream"
      })
  void keepsWhomAndWhatACommandAsked(String typed, String same) {
    Manifest manifest = Manifest.empty().with("run.command", typed);
    assertThat(SameTarget.of(manifest)).isEqualTo(same.equals("''") ? "" : same);
  }
}
