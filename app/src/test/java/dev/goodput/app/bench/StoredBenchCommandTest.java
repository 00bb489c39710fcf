package dev.goodput.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.AppException;
import dev.goodput.runner.measure.RepeatedLoad;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredBenchCommandTest {
  @TempDir private Path directory;

  private RunDirectory requested(String command) {
    return RunDirectory.create(
        directory.resolve("run"), Manifest.empty().with("run.command", command));
  }

  @Test
  void repeatsTheLoadOnceWithoutItsRepeats() {
    StoredBenchCommand again =
        StoredBenchCommand.of(
            requested(
                "goodput bench --url http://host:8000 --rate 12 --requests 300 --repeats 8"
                    + " --input-tokens 'uniform(64, 512)' --seed 7 --extra-body '{\"top_k\": 1}'"));
    RepeatedLoad load = RepeatedLoads.of(again.load(), again.workload(), false);
    assertThat(load.words()).isEqualTo("Poisson 12/s, 25 s a run");
    assertThat(again.workload().seed()).isEqualTo(7);
    assertThat(again.request().extraBody()).isEqualTo("{\"top_k\": 1}");
  }

  @Test
  void usesTheDefaultLoadIfNoneIsGiven() {
    StoredBenchCommand again =
        StoredBenchCommand.of(requested("goodput bench --virtual --requests 100"));
    assertThat(RepeatedLoads.of(again.load(), again.workload(), false).words())
        .startsWith("Poisson 8/s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "goodput search --virtual | was not made by goodput bench",
        "'' | was not made by goodput bench",
        "goodput gate --baseline bench --virtual | was not made by goodput bench",
        "goodput search --name bench --virtual | was not made by goodput bench",
        "goodput bench --tomorrow | a command that this version does not know",
        "goodput bench --extra-body '{\"api_key\":\"***\"}' | with a secret, which is not kept",
        "goodput bench --url http://h --rate 8 --shard 1/2 | is a slice of a load"
      })
  void refusesWhatCannotBeRepeated(String command, String why) {
    assertThatThrownBy(() -> StoredBenchCommand.of(requested(command)))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining(why);
  }
}
