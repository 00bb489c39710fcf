package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Bad input on the command line, without a broker.
class FleetTest {
  /// Returns the error of a command that must be refused.
  static String refused(String... args) {
    CommandLine line = Fleet.commandLine();
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err, true));
    assertThat(line.execute(args)).isEqualTo(2);
    return err.toString();
  }

  @Test
  void badOptionsAreNamed() {
    assertThat(refused("job", "--kafka", "127.0.0.1:1", "--checkpoint-every", "0"))
        .isEqualTo("goodput-fleet: --checkpoint-every must be at least 1, not 0\n");
    assertThat(refused("job", "--kafka", "nowhere"))
        .startsWith("goodput-fleet: --kafka \"nowhere\" is not usable: Invalid url");
    assertThat(refused("replay", "--kafka", "127.0.0.1:1", "--slo", "chat=ttft<200", "run"))
        .startsWith("goodput-fleet: --slo chat: ");
    assertThat(refused("replay", "--kafka", "127.0.0.1:1", "no-such-run"))
        .startsWith("goodput-fleet: no run at no-such-run: nothing is there");
    assertThat(refused("live", "--kafka", "127.0.0.1:1", "--from", "yesterday"))
        .startsWith("goodput-fleet: --from must be a UTC time such as 2026-11-27T00:00:00Z");
    assertThat(refused("live", "--kafka", "127.0.0.1:1", "--listen", "0.0.0.0:9400"))
        .endsWith("other machines could read the figures; add --token-file FILE\n");
    assertThat(refused("live", "--kafka", "127.0.0.1:1", "--token-file", "no-such-file"))
        .isEqualTo("goodput-fleet: --token-file: cannot read no-such-file: no such file\n");
    assertThat(refused("up", "--port", "70000"))
        .isEqualTo("goodput-fleet: --port must be between 0 and 65535, not 70000\n");
    assertThat(refused("up", "--goodput", "no-such-file"))
        .startsWith("goodput-fleet: no-such-file is not the main program; name its launcher with");
    assertThat(refused("job"))
        .isEqualTo(
            "goodput-fleet: --kafka HOST:PORT,… is required (see goodput-fleet job --help)\n");
    assertThat(refused("export", "--kafka", "127.0.0.1:1"))
        .isEqualTo("goodput-fleet: FILE is required (see goodput-fleet export --help)\n");
    assertThat(refused("export", "--kafka", "--from", "now", "file"))
        .isEqualTo(
            "goodput-fleet: --kafka needs a value, found --from (see goodput-fleet export"
                + " --help)\n");
    assertThat(refused("live", "--kafka", "127.0.0.1:1", "--remote-write", "http://my_host/write"))
        .startsWith("goodput-fleet: --remote-write must have a host name of letters, digits,");
  }

  @Test
  void aJobHasNoTaskWithoutPartition() {
    assertThat(JobCommand.environment(1).getParallelism()).isEqualTo(1);
    assertThat(JobCommand.environment(10_000).getParallelism())
        .isEqualTo(StreamExecutionEnvironment.getExecutionEnvironment().getParallelism());
  }

  @Test
  void unknownWordsGetASuggestion() {
    assertThat(refused("foo"))
        .isEqualTo("goodput-fleet: unknown command \"foo\" (see goodput-fleet --help)\n");
    assertThat(refused("jbo"))
        .isEqualTo(
            "goodput-fleet: unknown command \"jbo\"; did you mean job? (see goodput-fleet"
                + " --help)\n");
    assertThat(refused("up", "--prot", "9092"))
        .isEqualTo(
            "goodput-fleet: unknown option --prot; did you mean --port?"
                + " (see goodput-fleet up --help)\n");
    assertThat(refused("up", "now"))
        .isEqualTo("goodput-fleet: unexpected argument \"now\" (see goodput-fleet up --help)\n");
    assertThat(refused("up", "--port", "many"))
        .isEqualTo(
            "goodput-fleet: --port: \"many\" is not a whole number (see goodput-fleet up"
                + " --help)\n");
    assertThat(refused("up", "--port"))
        .isEqualTo("goodput-fleet: --port needs a value (see goodput-fleet up --help)\n");
    assertThat(refused())
        .isEqualTo(
            "goodput-fleet: name a command: up, job, replay, live, export, store, json"
                + " (see goodput-fleet --help)\n");
  }
}
