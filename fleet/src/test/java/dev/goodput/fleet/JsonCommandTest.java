package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventJson;
import dev.goodput.telemetry.RequestEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class JsonCommandTest {
  private static String copied(KafkaBroker broker, String from, String to) {
    CommandLine line = Fleet.commandLine();
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(out, true));
    String[] typed = {
      "json",
      "--kafka",
      broker.address(),
      "--events",
      from,
      "--to",
      to,
      "--group",
      to,
      "--until-now"
    };
    assertThat(line.execute(typed)).as(out.toString()).isZero();
    return out.toString();
  }

  /// Checks that each event of a topic is copied as its JSON form, and none of them a second time.
  static void copiesEachRecordOnce(KafkaBroker broker, String topic) {
    List<RequestEvent> events =
        broker.records(topic).stream().map(each -> EventCodec.decode(each.value())).toList();
    String to = topic + "-json";

    assertThat(copied(broker, topic, to))
        .isEqualTo("%d events of %s copied to %s as JSON\n".formatted(events.size(), topic, to));
    assertThat(copied(broker, topic, to)).startsWith("0 events of ");
    assertThat(broker.records(to))
        .extracting(each -> new String(each.value(), UTF_8))
        .containsExactlyInAnyOrderElementsOf(events.stream().map(EventJson::write).toList());
  }

  /// Checks that records that are no events are skipped, and the first one named.
  ///
  /// @param bad how many there are
  static void skipsWhatIsNoEvent(KafkaBroker broker, String topic, int bad) {
    int events = broker.records(topic).size() - bad;
    assertThat(copied(broker, topic, topic + "-json"))
        .contains("goodput-fleet: skips what is not an event; the first one, in partition ")
        .endsWith(
            "\n%d events of %s copied to %s-json as JSON, %d other records skipped\n"
                .formatted(events, topic, topic, bad));
  }

  @Test
  void refusesACallWithoutBroker() {
    assertThat(FleetTest.refused("json"))
        .startsWith("goodput-fleet: --kafka HOST:PORT,… is required");
    assertThat(FleetTest.refused("json", "--kafka", "h:1", "--kafka-settings", "absent.properties"))
        .isEqualTo(
            "goodput-fleet: --kafka-settings: cannot read absent.properties: no such file\n");
    assertThat(FleetTest.refused("json", "--kafka", "h:1", "--events", "a", "--to", "a"))
        .isEqualTo(
            "goodput-fleet: --to must be another topic than that of --events, found \"a\"\n");
  }
}
