package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LivePageTest {
  private static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");
  private static final long WINDOW = 10_000;
  private static final KafkaRollups ABSENT =
      new KafkaRollups(KafkaCluster.at("127.0.0.1:1"), "absent");

  /// Adds an event to the results, as the part of a window that a job would write.
  private static void add(LiveResults results, RequestEvent event) {
    long start = Math.floorDiv(event.endedMillis(), WINDOW) * WINDOW;
    List<RollupKey> keys = new ArrayList<>(RollupKey.of(event.labels()).coarser());
    keys.add(RollupKey.of(event.labels()));
    for (RollupKey key : keys) {
      Rollup sums = new Rollup(SparseHistogram.FINE_BITS);
      sums.add(event);
      String json = RollupJson.write(new WindowRollup(start, WINDOW, key, sums));
      results.add(RollupArchive.parse(json));
    }
  }

  private static LiveResults results() {
    return new LiveResults(RandomTraffic.plan(), STARTED.toEpochMilli());
  }

  private static List<RequestEvent> events(long spanNanos) {
    RequestEvents maker =
        new RequestEvents(RandomTraffic.plan(), "g", 1, STARTED.toEpochMilli() * 1000);
    return new RandomTraffic(3).records(500, spanNanos).stream().map(maker::next).toList();
  }

  private static String fetched(String url) throws IOException, InterruptedException {
    return response(url).body();
  }

  private static HttpResponse<String> response(String url)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void showsTheRequestsOfTheLastMinute() throws Exception {
    LiveResults results = results();
    List<RequestEvent> events = events(300_000_000_000L);
    events.forEach(event -> add(results, event));
    List<Long> windows =
        events.stream().map(event -> event.endedMillis() / WINDOW).distinct().sorted().toList();
    long first = windows.get(windows.size() - 6);
    long requests =
        events.stream()
            .filter(event -> event.endedMillis() / WINDOW >= first && event.result().last())
            .count();
    InstantSource clock =
        InstantSource.fixed(Instant.ofEpochMilli((windows.getLast() + 2) * WINDOW));

    try (LivePage page =
        LivePage.start(LiveAccess.local(0), results, ABSENT, "<p>links</p>", clock)) {
      assertThat(fetched(page.url()))
          .contains("The last 60 s of traffic")
          .contains("(10 s ago)")
          .contains(String.format(Locale.ROOT, "<td>all</td><td>%.1f</td>", requests / 60.0))
          .contains("<td>tenant ")
          .contains("<p>links</p>");
      int port = URI.create(page.url()).getPort();
      assertThatThrownBy(() -> LivePage.start(LiveAccess.local(port), results, ABSENT, "", clock))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("cannot listen on port " + port + ": ");
    }
  }

  /// Requests of two windows with one without traffic between them: a third of 30 s each.
  @Test
  void ratesCoverTheTimeBetweenTheWindows() {
    LiveResults results = results();
    List<RequestEvent> events =
        events(30_000_000_000L).stream()
            .filter(event -> event.endedMillis() < STARTED.toEpochMilli() + 3 * WINDOW)
            .filter(
                event -> Math.floorDiv(event.endedMillis() - STARTED.toEpochMilli(), WINDOW) != 1)
            .toList();
    events.forEach(event -> add(results, event));
    List<RequestEvent> last = events.stream().filter(event -> event.result().last()).toList();
    long failed =
        last.stream().filter(event -> event.result().kind() == EventResult.Kind.FAILED).count();
    long notOk = last.stream().filter(event -> !event.result().outcome().equals("ok")).count();
    assertThat(failed).isPositive().isLessThan(notOk);

    try (LivePage page =
        LivePage.start(LiveAccess.local(0), results, ABSENT, "", InstantSource.system())) {
      assertThat(results.seconds()).isEqualTo(30);
      assertThat(page.html())
          .contains("<th>requests/s</th><th>SLO attainment</th><th>failed</th>")
          .contains(String.format(Locale.ROOT, "<td>all</td><td>%.1f</td>", last.size() / 30.0))
          .containsPattern("<td>all</td><td>[^<]*</td><td>[^<]*</td><td>" + failed + "</td>");
    }
  }

  @Test
  void showsThatThereIsNoResultYet() throws Exception {
    try (LivePage page =
        LivePage.start(LiveAccess.local(0), results(), ABSENT, "", InstantSource.system())) {
      assertThat(fetched(page.url())).contains("No result yet");
    }
  }

  /// Checks that counters read from a topic since a time are those of all its events, and none
  /// since now.
  static void servesTheCounters(KafkaRollups topic, List<RequestEvent> events) throws Exception {
    long requests = events.stream().filter(event -> event.result().last()).count();
    assertThat(counted(topic, 0)).isEqualTo((double) requests).isPositive();
    servesTheRollups(topic);
    assertThat(counted(topic, System.currentTimeMillis())).isZero();
  }

  /// Checks that the page serves the lines of the topic, and of a time.
  private static void servesTheRollups(KafkaRollups topic) throws Exception {
    LiveResults none = new LiveResults(RandomTraffic.plan(), 0);
    List<String> lines = new ArrayList<>();
    topic.read(RollupRange.ALL, (line, rollup) -> lines.add(line));
    try (LivePage page =
        LivePage.start(LiveAccess.local(0), none, topic, "", InstantSource.system())) {
      String url = page.url() + "rollups";
      assertThat(fetched(url).lines()).containsExactlyInAnyOrderElementsOf(lines).isNotEmpty();
      String never = new RollupRange(0, 0, true).query();
      assertThat(fetched(url + "?" + never)).isBlank();
      HttpResponse<String> refused = response(url + "?from=now");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("found from=now");
    }
  }

  private static double counted(KafkaRollups topic, long fromMillis) throws Exception {
    LiveResults results = new LiveResults(RandomTraffic.plan(), fromMillis);
    Thread reader = Thread.ofVirtual().start(() -> results.read(topic));
    try (LivePage page =
        LivePage.start(LiveAccess.local(0), results, ABSENT, "", InstantSource.system())) {
      HttpResponse<String> metrics = response(page.url() + "metrics");
      while (metrics.statusCode() == 503) {
        TimeUnit.MILLISECONDS.sleep(20);
        metrics = response(page.url() + "metrics");
      }
      return metrics
          .body()
          .lines()
          .filter(line -> line.startsWith("goodput_upstream_requests_total{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } finally {
      reader.interrupt();
      reader.join();
    }
  }

  @Test
  void forgetsALateWindowOfHoursAgo() {
    LiveResults results = results();
    RequestEvent event = events(1_000_000_000L).getFirst();
    RollupKey all = RollupKey.of(event.labels()).coarser().getFirst();
    for (long start : List.of(7_200_000L, 0L, 7_250_000L, 7_190_000L, 7_260_000L)) {
      Rollup sums = new Rollup(SparseHistogram.FINE_BITS);
      sums.add(event);
      results.add(
          RollupArchive.parse(RollupJson.write(new WindowRollup(start, WINDOW, all, sums))));
    }
    // Those from 7210 s to 7270 s.
    assertThat(results.seconds()).isEqualTo(20);
    assertThat(results.newestMillis()).hasValue(7_270_000L);
  }

  @Test
  void printsTheAddressAtWhichItListens() {
    assertThat(LiveAccess.of("10.0.0.5:9400", "secret").url(9400))
        .isEqualTo("http://10.0.0.5:9400/");
    assertThat(LiveAccess.of("0.0.0.0:0", "secret").url(9401)).isEqualTo("http://127.0.0.1:9401/");
    assertThat(LiveAccess.of("[::]:0", "secret").url(9401)).isEqualTo("http://127.0.0.1:9401/");
    assertThat(LiveAccess.of("[2001:db8::1]:0", "secret").url(1))
        .isEqualTo("http://[2001:db8:0:0:0:0:0:1]:1/");
  }

  @Test
  void metricsWaitForTheResultsOfThePast() throws Exception {
    try (LivePage page =
        LivePage.start(LiveAccess.local(0), results(), ABSENT, "", InstantSource.system())) {
      assertThat(response(page.url() + "metrics").statusCode()).isEqualTo(503);
      assertThat(response(page.url() + "other").statusCode()).isEqualTo(404);
    }
  }

  private static String basic(String login) {
    return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
  }

  @Test
  void aBrowserPromptsForTheToken() throws Exception {
    LiveAccess access = LiveAccess.of("0.0.0.0:0", "secret");
    try (LivePage page = LivePage.start(access, results(), ABSENT, "", InstantSource.system());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> refused = response(page.url());
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().allValues("WWW-Authenticate"))
          .anySatisfy(each -> assertThat(each).startsWith("Basic realm="))
          .contains("Bearer");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(page.url()))
              .header("Authorization", basic("me:secret"))
              .build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .contains("No result yet");
    }
  }

  @Test
  void otherMachinesNeedTheToken() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    InetAddress other = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
    LiveAccess open = LiveAccess.of("0.0.0.0:0", "secret");
    assertThat(open.admits(other, "fleet:9400", null)).isFalse();
    assertThat(open.admits(other, "localhost", "Bearer secre")).isFalse();
    assertThat(open.admits(other, "fleet:9400", "Bearer secret")).isTrue();
    // A browser sends what its user typed.
    assertThat(open.admits(other, "fleet:9400", basic("any:secret"))).isTrue();
    assertThat(open.admits(other, "fleet:9400", basic(":secret"))).isTrue();
    assertThat(open.admits(other, "fleet:9400", basic("secret:"))).isFalse();
    assertThat(open.admits(other, "fleet:9400", "Basic secret?")).isFalse();
    assertThat(open.admits(other, "fleet:9400", "secret")).isFalse();
    // A proxy on this machine may pass requests of other machines.
    assertThat(open.admits(here, "127.0.0.1:9400", null)).isFalse();
    assertThat(LiveAccess.of("127.0.0.1:0", "secret").admits(here, "127.0.0.1:9400", null))
        .isTrue();
    // The name of another site that leads here.
    assertThat(open.admits(here, "evil.example:9400", null)).isFalse();
    assertThat(LiveAccess.local(0).admits(here, "evil.example", "Bearer secret")).isFalse();
    assertThatThrownBy(() -> LiveAccess.of("0.0.0.0:9400", null))
        .hasMessage(
            "--listen 0.0.0.0:9400: other machines could read the figures; add --token-file FILE");
    assertThatThrownBy(() -> LiveAccess.of("9400", null)).hasMessageContaining("found 9400");
    assertThatThrownBy(() -> LiveAccess.of("127.0.0.1:70000", null))
        .hasMessageContaining("must be HOST:PORT");
  }
}
