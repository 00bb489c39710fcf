package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCounters;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import dev.goodput.telemetry.metric.PrometheusPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/// What a receiver of remote write gets, against the page that Prometheus scrapes.
class RemoteWriteTest {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final long MILLIS = 1_800_000_000_000L;

  /// Samples by their sorted labels, which include the name.
  private final SortedMap<String, Double> received = new TreeMap<>();

  private final List<String> headers = new ArrayList<>();
  private int status = 204;

  private static TrafficSnapshot snapshot() {
    RollupCounters counters = new RollupCounters(RandomTraffic.plan());
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", 1, 0);
    for (RequestEvent event :
        new RandomTraffic(4).records(500, 1_000_000_000L).stream().map(maker::next).toList()) {
      Rollup sums = new Rollup(SparseHistogram.FINE_BITS);
      sums.add(event);
      counters.add(new WindowRollup(0, 10_000, RollupKey.of(event.labels()), sums));
    }
    return counters.snapshot();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (status / 100 == 2) {
        for (String each :
            List.of(
                "Content-Type",
                "Content-Encoding",
                "X-Prometheus-Remote-Write-Version",
                "Authorization")) {
          headers.add(exchange.getRequestHeaders().getFirst(each));
        }
        decode(ByteBuffer.wrap(Snappy.uncompress(body)).order(ByteOrder.LITTLE_ENDIAN));
      }
      byte[] answer = status == 204 ? new byte[0] : "no room\nmore".getBytes(UTF_8);
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      if (answer.length > 0) {
        exchange.getResponseBody().write(answer);
      }
    }
  }

  /// Reads `WriteRequest` of Prometheus' `remote.proto`.
  private void decode(ByteBuffer request) {
    while (request.hasRemaining()) {
      assertThat(request.get()).as("timeseries = 1").isEqualTo((byte) 10);
      ByteBuffer series = part(request);
      SortedMap<String, String> labels = new TreeMap<>();
      List<String> order = new ArrayList<>();
      double value = Double.NaN;
      while (series.hasRemaining()) {
        if (series.get() == 10) {
          ByteBuffer label = part(series);
          assertThat(label.get()).as("name = 1").isEqualTo((byte) 10);
          String name = UTF_8.decode(part(label)).toString();
          assertThat(label.get()).as("value = 2").isEqualTo((byte) 18);
          labels.put(name, UTF_8.decode(part(label)).toString());
          order.add(name);
        } else {
          ByteBuffer sample = part(series);
          assertThat(sample.get()).as("value = 1, double").isEqualTo((byte) 9);
          value = sample.getDouble();
          assertThat(sample.get()).as("timestamp = 2").isEqualTo((byte) 16);
          assertThat(varint(sample)).isEqualTo(MILLIS);
        }
      }
      assertThat(order).as("labels are sorted").isSorted();
      assertThat(received.put(labels.toString(), value)).isNull();
    }
  }

  private static ByteBuffer part(ByteBuffer from) {
    int length = Math.toIntExact(varint(from));
    ByteBuffer part = from.slice(from.position(), length).order(ByteOrder.LITTLE_ENDIAN);
    from.position(from.position() + length);
    return part;
  }

  private static long varint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = from.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /// Reads the samples of the page in text.
  private static SortedMap<String, Double> scraped(TrafficSnapshot snapshot) {
    SortedMap<String, Double> samples = new TreeMap<>();
    String page =
        UTF_8.decode(PrometheusPage.ofRollups(0).render(snapshot, "text/plain").body()).toString();
    for (String line : page.lines().filter(each -> !each.startsWith("#")).toList()) {
      String series = line.substring(0, line.lastIndexOf(' '));
      SortedMap<String, String> labels = new TreeMap<>(Map.of("job", "goodput-fleet"));
      labels.put("__name__", series.replaceAll("\\{.*", ""));
      Matcher label = LABEL.matcher(series);
      while (label.find()) {
        if (!label.group(2).isEmpty()) {
          labels.put(label.group(1), label.group(2));
        }
      }
      samples.put(labels.toString(), Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
    }
    return samples;
  }

  @Test
  void aReceiverGetsWhatPrometheusScrapes() throws Exception {
    TrafficSnapshot snapshot = snapshot();
    List<String> printed = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/write", this::take);
    server.start();
    String url = "http://127.0.0.1:%d/write".formatted(server.getAddress().getPort());
    try (RemoteWrite writer =
        new RemoteWrite(url, "Bearer secret\n", Map.of("job", "goodput-fleet"), printed::add)) {
      status = 500;
      writer.send(snapshot, MILLIS);
      writer.send(snapshot, MILLIS);
      assertThat(printed)
          .containsExactly(
              "remote write to 127.0.0.1 failed: status 500 no room; it is tried again every 15 s");
      status = 204;
      writer.send(snapshot, MILLIS);
      assertThat(printed).endsWith("remote write to 127.0.0.1 works again").hasSize(2);
    } finally {
      server.stop(0);
    }
    assertThat(headers).startsWith("application/x-protobuf", "snappy", "0.1.0", "Bearer secret");
    assertThat(received).isEqualTo(scraped(snapshot)).hasSizeGreaterThan(500);
  }

  @Test
  void refusesAUrlWithAPassword() {
    assertThatThrownBy(() -> new RemoteWrite("http://me:secret@h/write", "", Map.of(), line -> {}))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("GOODPUT_REMOTE_WRITE_AUTHORIZATION")
        .hasMessageNotContaining("secret");
  }

  @Test
  void refusesAHeaderThatTheClientWouldPrint() {
    for (String header : List.of("Bearer secret\nX: y", "Bearer secret\tx", "Bearer secr\u00e9t")) {
      assertThatThrownBy(() -> new RemoteWrite("http://h/write", header, Map.of(), line -> {}))
          .isInstanceOf(FleetException.class)
          .hasMessage(
              "the environment variable GOODPUT_REMOTE_WRITE_AUTHORIZATION must be one line of"
                  + " visible characters")
          .hasNoCause();
    }
  }

  @Test
  void refusesAUrlThatNoRequestCanHave() {
    for (String url : List.of("http://my_host/write", "http://h:65536/write")) {
      assertThatThrownBy(() -> new RemoteWrite(url, "", Map.of(), line -> {}))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("--remote-write must have a host name of letters, digits,")
          .hasMessageEndingWith("a port of at most 65535");
    }
  }

  @Test
  void namesARefusedConnection() throws Exception {
    List<String> printed = new ArrayList<>();
    String url = "http://127.0.0.1:%d/write".formatted(KafkaBroker.freePort());
    try (RemoteWrite writer = new RemoteWrite(url, "", Map.of(), printed::add)) {
      writer.send(snapshot(), MILLIS);
    }
    assertThat(printed)
        .containsExactly(
            "remote write to 127.0.0.1 failed: nothing listens there; it is tried again every 15"
                + " s");
  }
}
