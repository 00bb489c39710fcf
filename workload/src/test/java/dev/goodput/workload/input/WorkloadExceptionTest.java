package dev.goodput.workload.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkloadExceptionTest {

  @Test
  void reportsPlaceAndErrorInOneLine() {
    WorkloadException.Malformed problem =
        new WorkloadException.Malformed(Path.of("chat.jsonl"), 17, "\"x\" must be 1, found 2");

    assertThat(problem).hasMessage("chat.jsonl:17: \"x\" must be 1, found 2");
    assertThat(problem.line()).isEqualTo(17);
  }

  @Test
  void escapesLineBreaksAndTerminalControls() {
    WorkloadException problem =
        new WorkloadException.Unknown("no \"a\nb\u001b[31m\u202e\u2028\u007f\u009b東京🚀\"");

    assertThat(problem).hasMessage("no \"a b [31m    東京🚀\"");
  }
}
