package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The live page as a real browser draws it. Runs wherever a Chromium is installed; with `CI=true`
/// a missing one fails.
@Tag("real")
@Order(1)
final class LivePageInBrowserTest {
  @TempDir Path dir;

  @BeforeEach
  void needsAChromium() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
  }

  private Seen open(LiveInput in) {
    try (LiveServer server = new LiveServer(_ -> in)) {
      return Chromium.open(server.page(), dir.resolve("profile"));
    }
  }

  private String drive(Function<Integer, LiveInput> inputs, int width, String script) {
    return drive(new LiveServer(inputs), width, script);
  }

  private String drive(LiveServer started, int width, String script) {
    try (LiveServer server = started) {
      return Chromium.message(
          Chromium.open(
              server.frame(Chromium.frame(server.page(), width, script)), dir.resolve("profile")));
    }
  }

  @Test
  void drawsEveryPartOfADayOfTraffic() {
    Seen seen = open(InventedLive.good());
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("data-state=\"drawn\"").doesNotContain(">NaN", ">undefined");
    for (String part :
        new String[] {
          "signs",
          "trends",
          "engine",
          "latency",
          "budgets",
          "waste",
          "gone",
          "slow",
          "who",
          "sessions",
          "limits"
        }) {
      assertThat(seen.dom()).contains("<section class=\"part\" id=\"" + part + "\"");
    }
    assertThat(seen.count("<canvas")).isEqualTo(6 + 6);
    assertThat(seen.count("phase-fill prefill")).isEqualTo(9);
  }

  @Test
  void showsTheFiguresOfTheDocument() {
    String script =
        """
        const text = name => [...window.document.querySelectorAll('.tile')]
          .find(tile => tile.querySelector('.name').textContent.startsWith(name)).innerText.split('\\n').slice(1).join(' ');
        const row = key => [...window.document.querySelector(`[data-key="${key}"]`).children].map(cell => cell.innerText).join('|');
        return [text('TTFT'), text('In flight'), row('e2el_ms'), row('client_gone'), row('models llama-3.1-8b')].join('; ');
        """;
    assertThat(drive(_ -> InventedLive.good(), 1280, script))
        .isEqualTo(
            "61.2 / 118 ms excellent 200 requests; 21 4 waiting for a first token;"
                + " E2EL|1.87 s|1.73 s|4.15 s|4.61 s|7.84 s|13.4 s|1,000;"
                + " the client left|4,502|360,160|4,051,800|1.35 USD;"
                + " llama-3.1-8b|222|0 %|61.2 ms|118 ms|12.3 ms|171|97.7 %|0.0888 USD");
  }

  @Test
  void drawsFailuresAndAnEmptyState() {
    for (LiveInput in : new LiveInput[] {InventedLive.troubled(), InventedLive.idle()}) {
      Seen seen = open(in);
      assertThat(seen.console()).isEmpty();
      assertThat(seen.dom()).contains("data-state=\"drawn\"").doesNotContain(">NaN", ">undefined");
    }
    assertThat(open(InventedLive.troubled()).dom())
        .contains("nginx buffers", "out of memory", "overdrawn", "does not see all traffic")
        .contains("cut off by the gateway's own time-out");
  }

  @Test
  void runsNoScriptInAName() {
    Seen seen = open(InventedLive.hostile());
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).doesNotContain("<img").contains("&lt;/script&gt;&lt;img src=x");
  }

  @Test
  void neitherScrollsSidewaysNorTruncatesFiguresAtAnyWidth() {
    String script =
        """
        const root = window.document.documentElement;
        const cut = [...window.document.querySelectorAll('.tile .value')].filter(value => value.scrollWidth > value.clientWidth);
        const bare = [...window.document.querySelectorAll('.time-chart')].filter(plot => [...plot.querySelectorAll('.axis-title')].filter(title => title.textContent).length !== 2
          || plot.querySelector('.uplot')?.dataset.ticks.split(' ').some(count => count < 2));
        return `${root.scrollWidth - root.clientWidth} beyond ${root.clientWidth > 300}, ${cut.length} cut, ${bare.length} bare`;
        """;
    for (LiveInput in : new LiveInput[] {InventedLive.hostile(), InventedLive.crowded()}) {
      assertThat(drive(_ -> in, 420, script)).isEqualTo("0 beyond true, 0 cut, 0 bare");
    }
    for (int width : new int[] {800, 1280, 1920}) {
      assertThat(drive(_ -> InventedLive.troubled(), width, script))
          .as("at " + width)
          .isEqualTo("0 beyond true, 0 cut, 0 bare");
    }
  }

  @Test
  void showsThePercentilesAndWholeNamesOnANarrowScreen() {
    String script =
        """
        const column = [...window.document.querySelectorAll('#latency thead th')].find(head => head.innerText === 'p95');
        const shown = column.getBoundingClientRect().right <= column.closest('.table-scroll').getBoundingClientRect().right;
        const rows = [...window.document.querySelectorAll('#sessions tbody th')].map(name => [...name.childNodes].map(text => {
          const range = window.document.createRange();
          range.selectNode(text);
          return range.getClientRects().length;
        })).flat();
        return `${shown} ${Math.max(...rows) <= 2}`;
        """;
    assertThat(drive(_ -> InventedLive.good(), 500, script)).isEqualTo("true true");
  }

  @Test
  void reportsSinceWhenFiguresAreStaleAndKeepsTheLastOnes() {
    String script =
        """
        const wait = () => new Promise(done => {
          const look = () => { if (window.document.documentElement.hasAttribute('data-stale')) done(); else setTimeout(look, 50); };
          look();
        });
        return wait().then(() => `${window.document.querySelector('.stale-note strong').innerText} ${window.document.querySelectorAll('.tile').length}`);
        """;
    assertThat(drive(n -> n < 4 ? InventedLive.good() : null, 1280, script))
        .matches(
            "The gateway has refused requests since \\d\\d:\\d\\d:\\d\\d: it answered with status"
                + " 503\\. 9");
  }

  @Test
  void reportsThatItWaitsForDataAndShowsNoEmptyParts() {
    try (LiveServer server = new LiveServer(_ -> null)) {
      Seen seen = Chromium.open(server.page(), dir.resolve("profile"));
      assertThat(seen.dom())
          .contains(
              "role=\"status\">Waiting for the first figures.</p><div class=\"live\" hidden=\"\">");
    }
    String script =
        """
        const page = window.document;
        return `${page.querySelector('.waits').hidden} ${page.querySelector('.live').hidden}`;
        """;
    assertThat(drive(_ -> InventedLive.idle(), 1280, script)).isEqualTo("true false");
  }

  @Test
  void requestsATokenOnlyIfRequiredAndReportsOtherErrors() {
    String script =
        """
        const wait = () => new Promise(done => {
          const look = () => { if (window.document.querySelector('.stale-note strong, .stale-note form')) done(); else setTimeout(look, 50); };
          look();
        });
        return wait().then(() => `${window.document.querySelectorAll('.stale-note form').length} ${window.document.querySelector('.stale-note').innerText.split('. ')[0]}`);
        """;
    LiveServer byName = new LiveServer(n -> n < 4 ? InventedLive.good() : null);
    assertThat(drive(byName.refusing(403, "figures are given\nfor localhost only\n"), 1280, script))
        .matches(
            "0 The gateway has refused requests since .*: figures are given for localhost only");
    LiveServer locked = new LiveServer(n -> n < 4 ? InventedLive.good() : null);
    assertThat(drive(locked.refusing(401, "a token"), 1280, script))
        .startsWith("1 This page needs the admin token");
  }

  @Test
  void resumesAutomaticallyOnceDataIsBack() {
    String script =
        """
        const until = seen => new Promise(done => {
          const look = () => { if (window.document.documentElement.hasAttribute('data-stale') === seen) done(); else setTimeout(look, 50); };
          look();
        });
        return until(true).then(() => until(false)).then(() => window.document.querySelector('.stale-note').hidden);
        """;
    assertThat(drive(n -> n == 4 || n == 5 ? null : InventedLive.good(), 1280, script))
        .isEqualTo("true");
  }

  @Test
  void requestsOnlyNewRows() {
    try (LiveServer server = new LiveServer(_ -> InventedLive.good())) {
      Seen seen = Chromium.open(server.page(), dir.resolve("profile"));
      assertThat(seen.console()).isEmpty();
      assertThat(server.requested().getFirst()).isEqualTo("/");
      assertThat(server.requested().get(1)).isEqualTo("/live.json");
      assertThat(server.requested().stream().skip(2))
          .isNotEmpty()
          .allMatch(path -> path.matches("/live\\.json\\?since=\\d+&minutes_since=\\d+"));
    }
  }

  /// Streams of hours, so that nothing is known of hundreds of seconds and minutes.
  private static LiveInput endless(TrafficMeter meter, long second) {
    meter.inFlight(second * InventedTraffic.SECOND, List.of(new InFlight("a", 20, 0, 20)));
    long now = (second + 1) * InventedTraffic.SECOND;
    return new LiveInput(meter.snapshot(now), null, InventedLive.good().gateway());
  }

  @Test
  void requestsTheNewestRowsEvenIfOldOnesStayUnknown() {
    int began = 30_000;
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 0; second < began; second++) {
      meter.inFlight(second * InventedTraffic.SECOND, List.of(new InFlight("a", 20, 0, 20)));
    }
    List<LiveInput> reported = new CopyOnWriteArrayList<>();
    LiveServer started =
        new LiveServer(n -> {
          reported.add(endless(meter, began + n));
          return reported.getLast();
        });
    try (LiveServer server = started) {
      assertThat(Chromium.open(server.page(), dir.resolve("profile")).console()).isEmpty();
      List<String> requested =
          server.requested().stream().filter(path -> path.startsWith("/live.json")).toList();
      assertThat(requested).hasSizeGreaterThan(3);
      assertThat(LiveQuery.of(requested.get(1)).since()).isGreaterThan(0);
      for (int i = 2; i < requested.size(); i++) {
        TrendPart.Points before = TrendPart.points(reported.get(i - 1), LiveQuery.ALL, Step.SECOND);
        TrendPart.Points minutes =
            TrendPart.points(reported.get(i - 1), LiveQuery.ALL, Step.MINUTE);
        assertThat(before.openFrom()).isLessThan(before.until() - 800);
        assertThat(minutes.openFrom()).isLessThan(minutes.until() - 360 * 60);
        LiveQuery query = LiveQuery.of(requested.get(i));
        assertThat(query.since()).isGreaterThanOrEqualTo(before.until() - 320);
        assertThat(query.minutesSince()).isGreaterThanOrEqualTo(minutes.until() - 3_600);
      }
    }
  }

  @Test
  void keepsFocusAndOpenPartsDuringUpdates() {
    String script =
        """
        const row = window.document.querySelectorAll('.slow-table tr[data-key]')[2];
        row.focus();
        const details = window.document.querySelector('.time-chart details');
        details.open = true;
        return new Promise(done => setTimeout(done, 2500)).then(() => [window.document.activeElement === row, details.open,
          row.classList.contains('chosen'), window.document.querySelector('#slow .stamps').innerText.includes('sent after 640 ms')].join(' '));
        """;
    assertThat(drive(_ -> InventedLive.good(), 1280, script)).isEqualTo("true true true true");
  }

  @Test
  void showsTheLastDayByKeyboardOnly() {
    String script =
        """
        const tab = window.document.querySelector('#trends [role=tab]');
        tab.focus();
        tab.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        return window.document.querySelector('#trends [role=img]').ariaLabel.split('.')[0];
        """;
    assertThat(drive(_ -> InventedLive.good(), 1280, script))
        .isEqualTo("Time to first token (TTFT) over the last 24 hours");
  }

  @Test
  void givesEveryChartAndEveryControlAName() {
    String script =
        """
        const named = element => (element.ariaLabel ?? element.textContent).trim().length > 2;
        const all = [...window.document.querySelectorAll('[role=img], [role=region], button, [role=tablist], [role=group]')];
        return `${all.length > 40} ${all.filter(element => !named(element)).length}`;
        """;
    assertThat(drive(_ -> InventedLive.troubled(), 1280, script)).isEqualTo("true 0");
  }

  @Test
  void isReadableInBothThemes() {
    String script =
        """
        const light = value => { const [r, g, b] = value.match(/[\\d.]+/g).map(Number).map(c => c / 255).map(c => (c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const worst = () => Math.min(...[...window.document.querySelectorAll('.tile .name, .verdict p, #signs .pill, .tile .pill, td, th')].map(element => {
          let back = element;
          while (back && /, 0\\)|transparent/.test(window.getComputedStyle(back).backgroundColor)) back = back.parentElement;
          return contrast(light(window.getComputedStyle(element).color), light(window.getComputedStyle(back).backgroundColor));
        }));
        const theme = () => window.document.documentElement.dataset.theme, first = `${theme()} ${worst() > 4.5}`;
        window.document.getElementById('theme').click();
        return `${first}, ${theme()} ${worst() > 4.5}`;
        """;
    assertThat(drive(_ -> InventedLive.troubled(), 1280, script))
        .isEqualTo("light true, dark true");
  }
}
