package dev.goodput.runner.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerOptionsTest {
  private static final List<String> OPTIONS =
      List.of(
          "--url=http://host:1/?a=b c", "--header=Authorization: Bearer 50%+é\n", "--no-stream");

  @Test
  void aWorkerGetsTheOptionsOfItsCoordinator() {
    Map<String, String> environment =
        Map.of(WorkerOptions.VARIABLE, WorkerOptions.encoded(OPTIONS));
    List<String> worker = List.of("bench", "--shard=1/2", "--coordinator=127.0.0.1:1");

    assertThat(WorkerOptions.expand(worker, environment))
        .containsExactly(
            "bench",
            OPTIONS.get(0),
            OPTIONS.get(1),
            OPTIONS.get(2),
            "--shard=1/2",
            "--coordinator=127.0.0.1:1");
  }

  @Test
  void otherCommandsStayAsTheyAre() {
    Map<String, String> environment =
        Map.of(WorkerOptions.VARIABLE, WorkerOptions.encoded(OPTIONS));
    for (List<String> each :
        List.of(
            List.<String>of(),
            List.of("bench", "--shard=1/2"),
            List.of("report", "--coordinator=127.0.0.1:1"))) {
      assertThat(WorkerOptions.expand(each, environment)).isEqualTo(each);
    }
    List<String> remote = List.of("bench", "--coordinator=127.0.0.1:1");
    assertThat(WorkerOptions.expand(remote, Map.of())).isEqualTo(remote);
  }
}
