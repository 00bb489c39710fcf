package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Partials against roll-ups of the same events.
class PartialsTest {
  private static final long STARTED_MICROS = 1_767_225_600_000_000L;
  private static final long SPAN_NANOS = 60_000_000_000L;

  private record Cell(long startMillis, RollupKey key) {}

  private static List<RequestEvent> events(long seed, int number, long boot) {
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", boot, STARTED_MICROS);
    List<RequestEvent> events = new ArrayList<>();
    for (RequestRecord each : new RandomTraffic(seed).records(number, SPAN_NANOS)) {
      events.add(maker.next(each));
    }
    return events;
  }

  private static Map<Cell, Rollup> merged(List<Partial> partials) {
    Map<Cell, Rollup> merged = new HashMap<>();
    for (Partial each : partials) {
      WindowRollup part = Partial.decode(each.encode()).part();
      merged
          .computeIfAbsent(new Cell(part.startMillis(), part.key()), any -> new Rollup(13))
          .addAll(part.sums());
    }
    return merged;
  }

  private static Map<Cell, Rollup> folded(List<RequestEvent> events) {
    Map<Cell, Rollup> folded = new HashMap<>();
    for (RequestEvent each : events) {
      long start = Math.floorDiv(each.endedMillis(), 10_000) * 10_000;
      folded
          .computeIfAbsent(new Cell(start, RollupKey.of(each.labels())), any -> new Rollup(13))
          .add(each);
    }
    return folded;
  }

  private static void checkEqual(Map<Cell, Rollup> found, Map<Cell, Rollup> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach((cell, sums) ->
        assertThat(new WindowRollup(cell.startMillis(), 10_000, cell.key(), sums).encode())
            .isEqualTo(
                new WindowRollup(
                        cell.startMillis(), 10_000, cell.key(), expected.getOrDefault(cell, sums))
                    .encode()));
  }

  @Test
  void partialsOfTwoProcessesOfAGatewayAddUpToTheRollupsOfTheirEvents() {
    List<RequestEvent> all = events(3, 3000, 1);
    List<Partial> partials = new ArrayList<>();
    // The first process ends in the middle of a window, and the second one goes on in it.
    Partials first = new Partials("g", 1, partials::add);
    Partials second = new Partials("g", 2, partials::add);
    all.subList(0, 1500)
        .forEach(each -> {
          first.add(each);
          first.sendEnded(each.endedMillis());
        });
    first.sendAll();
    all.subList(1500, 3000).forEach(second::add);
    second.sendEnded(STARTED_MICROS / 1000);
    int sentSoFar = partials.size();
    second.sendAll();

    checkEqual(merged(partials), folded(all));
    assertThat(sentSoFar).isLessThan(partials.size());
    List<Partial> ofFirst = partials.stream().filter(each -> each.source().boot() == 1).toList();
    for (int i = 0; i < ofFirst.size(); i++) {
      assertThat(ofFirst.get(i).source()).isEqualTo(new EventSource("g", 1, i));
    }
    for (Partial each : partials) {
      long start = each.part().startMillis() * 1000;
      assertThat(each.latestMicros()).isBetween(start, start + 10_000_000 - 1);
    }
  }

  @Test
  void aKeyWithMuchTrafficIsSentInSeveralPartials() {
    RequestEvent event = events(1, 1, 1).getFirst();
    List<Partial> partials = new ArrayList<>();
    Partials maker = new Partials("g", 1, partials::add);
    for (int i = 0; i < 10_000; i++) {
      maker.add(event);
    }
    maker.sendAll();

    assertThat(partials)
        .extracting(each -> each.part().sums().events())
        .containsExactly(4096L, 4096L, 1808L);
  }

  @Test
  void manyNamesAreSentBeforeTheyAreTooMany() {
    RequestEvent event = events(1, 1, 1).getFirst();
    List<Partial> partials = new ArrayList<>();
    Partials maker = new Partials("g", 1, partials::add);
    for (int i = 0; i < 10_001; i++) {
      maker.add(event.withLabels(new TrafficLabels("m", "tenant-" + i, "r", "u", "")));
    }

    assertThat(partials).hasSize(10_001);
  }

  @Test
  void theFormIsTheOneThatIsDocumented() {
    RollupKey key = new RollupKey(RollupKey.FULL, "a", "b", "c", "");
    WindowRollup part = new WindowRollup(20_000, 10_000, key, new Rollup(13));
    Partial partial = new Partial(new EventSource("gw", -2, 300), 25_000_000, part);
    byte[] bytes = partial.encode();
    byte[] rollup = part.encode();

    // P, 1.0; 25,000,000 as a varint; "gw"; boot; 300 as a varint; the length of the roll-up.
    assertThat(HexFormat.of().formatHex(bytes, 0, bytes.length - rollup.length))
        .isEqualTo("500100" + "c0f0f50b" + "026777" + "fffffffffffffffe" + "ac02" + "43");
    assertThat(Arrays.copyOfRange(bytes, bytes.length - rollup.length, bytes.length))
        .isEqualTo(rollup);
    assertThat(EventHeader.of(bytes)).isEqualTo(new EventHeader(25_000_000, partial.source()));
    assertThat(EventHeader.endedMillis(bytes)).isEqualTo(25_000);
    // A newer minor version appends fields.
    byte[] newer = Arrays.copyOf(bytes, bytes.length + 5);
    newer[2] = 7;
    assertThat(Partial.decode(newer).source()).isEqualTo(partial.source());
  }

  @Test
  void whatIsNoPartialIsRefused() {
    RollupKey full = new RollupKey(RollupKey.FULL, "a", "b", "c", "");
    RollupKey tenant = new RollupKey(RollupKey.TENANT, "a", "", "", "");
    byte[] good = bytes(20_000, 10_000, full, 13);
    byte[] newer = good.clone();
    newer[1] = 2;

    refused(newer, "partial of format version 2.0; this Goodput reads version 1");
    refused(Arrays.copyOf(good, good.length - 1), "damaged partial: ");
    refused(bytes(20_000, 60_000, full, 13), "a partial has a window of 60000 ms from 20000");
    refused(bytes(20_001, 10_000, full, 13), "a partial has a window of 10000 ms from 20001");
    refused(bytes(20_000, 10_000, tenant, 13), "a partial has mask 1 and 13 bits");
    refused(bytes(20_000, 10_000, full, 10), "a partial has mask 15 and 10 bits");
    assertThatThrownBy(() -> EventHeader.of(newer)).isInstanceOf(EventFormatException.class);
    assertThatThrownBy(() -> EventHeader.of(Arrays.copyOf(good, 9)))
        .hasMessage("damaged partial: an entry ends early");
  }

  private static byte[] bytes(long start, long length, RollupKey key, int bits) {
    WindowRollup part = new WindowRollup(start, length, key, new Rollup(bits));
    return new Partial(new EventSource("g", 1, 0), 1, part).encode();
  }

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> Partial.decode(bytes))
        .isInstanceOf(EventFormatException.class)
        .hasMessageStartingWith(message);
  }
}
