package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.report.page.PageFile;
import dev.goodput.testing.Chromium;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the live page knows of old seconds, by the documents of a real meter. A second passes with
/// each question. Runs wherever a Chromium is installed; with `CI=true` a missing one fails.
@Tag("real")
final class LiveStoreInBrowserTest {
  private static final long SECOND = InventedTraffic.SECOND;

  @TempDir Path dir;

  @BeforeEach
  void needsAChromium() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
  }

  /// Streams of one length, a token a second each.
  private static final class Streams {
    private final TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    private final List<Integer> starts;
    private final int length;
    private int next;

    Streams(List<Integer> starts, int length) {
      this.starts = starts;
      this.length = length;
    }

    LiveInput at(int second) {
      for (; next <= second; next++) {
        int now = next;
        starts.stream()
            .filter(from -> from + length == now)
            .forEach(from -> meter.add(InventedSlow.steady(from, length, 1)));
        int streaming =
            (int) starts.stream().filter(from -> from <= now && now < from + length).count();
        meter.inFlight(now * SECOND, List.of(new InFlight("a", streaming, 0, streaming)));
      }
      return new LiveInput(
          meter.snapshot(second * SECOND + SECOND / 2), null, InventedLive.good().gateway());
    }
  }

  /// Asks so many times from a second on, and then anew without that time goes on.
  ///
  /// @return how many seconds are known to who asks anew and not to who asked all the time, and the
  ///   tokens of second 100 that the latter knows
  private String missing(Streams streams, int began, int questions) {
    String script =
        """
        const ask = async store => take(store, await (await fetch(`/live.json${asking(store)}`)).json());
        const page = newStore(), anew = newStore(), known = (store, at) => store.trends.seconds.get(at)?.output_tps ?? null;
        for (let i = 0; i < %d; i++) await ask(page);
        do { await ask(anew); } while (anew.doc.trends.more);
        const missing = [...anew.trends.seconds.keys()].filter(at => known(anew, at) !== null && known(page, at) === null);
        document.getElementById('said').textContent = `${missing.length} ${known(page, %d)}`;
        """
            .formatted(questions, streams.at(0).second(100 * SECOND));
    int last = began + questions - 1;
    return message(n -> streams.at(Math.min(began + n, last)), script);
  }

  /// What a script says that has the functions of the store.
  private String message(Function<Integer, LiveInput> inputs, String script) {
    try (LiveServer server = new LiveServer(inputs)) {
      String html =
          "<!doctype html><meta charset=\"utf-8\"><pre id=\"said\">nothing</pre>"
              + "<script type=\"module\">"
              + store()
              + script
              + "</script>";
      return Chromium.message(Chromium.open(server.frame(html), dir.resolve("profile")));
    }
  }

  private static String store() {
    try (InputStream in = PageFile.class.getResourceAsStream("js/livestore.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void requestsRowsThatBecomeKnownWhenLongStreamsEnd() {
    Streams streams = new Streams(List.of(0, 0), 600);
    assertThat(missing(streams, 593, 10)).isEqualTo("0 2");
  }

  @Test
  void requestsEachSecondThatBecomesKnown() {
    List<Integer> eachSecond = IntStream.range(0, 1_100).boxed().toList();
    String message = missing(new Streams(eachSecond, 700), 1_000, 45);
    assertThat(Integer.parseInt(message.substring(0, message.indexOf(' '))))
        .isLessThanOrEqualTo(10);
  }

  @Test
  void drawsTheTimeRangeWithData() {
    String script =
        """
        const wide = (kind, steps) => {
          const store = newStore(), step = kind === 'seconds' ? 1 : 60, until = 1800000000;
          store.doc = { trends: { seconds_until: until, minutes_until: until } };
          for (let i = 0; i < steps; i++) store.trends[kind].set(until - i * step, {});
          const frame = frameOf(store, kind);
          return `${(frame.range[1] - frame.range[0]) / step}/${frame.seconds.length}`;
        };
        document.getElementById('said').textContent = [wide('seconds', 3), wide('seconds', 40), wide('seconds', 2000), wide('minutes', 1), wide('minutes', 90)].join(' ');
        """;
    assertThat(message(_ -> InventedLive.idle(), script))
        .isEqualTo("10/10 40/40 900/900 10/10 90/90");
  }

  @Test
  void aShareOfNothingIsAGapAndUnreportedSecondsCountForNothing() {
    String script =
        """
        const good = [1, 0, 0, 0, undefined, 1, null, null, 1], judged = [2, 0, 0, 0, undefined, 1, null, null, 2];
        const shown = steps => shareOver(good, judged, steps).map(String).join(' ');
        document.getElementById('said').textContent = `${shown(1)}, ${shown(3)}`;
        """;
    assertThat(message(_ -> InventedLive.idle(), script))
        .isEqualTo(
            "0.5 null null null undefined 1 null null 0.5,"
                + " 0.5 0.5 0.5 null undefined 1 null null 0.5");
  }
}
