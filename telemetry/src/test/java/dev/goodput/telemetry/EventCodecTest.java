package dev.goodput.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The binary form of events.
class EventCodecTest {
  /// Written by hand from the reference page, a field per line.
  private static final String BY_HAND =
      "47 01 00"
          + "80 80 81 b1 84 e9 91 03" // ended 1767225600000000 µs: 2026-01-01T00:00:00Z
          + "ff 0f" // flags: all of the low eleven bits, ok, usage
          + "80 ca b5 ee 01" // residence 500 000 000 ns
          + "04 67 77 2d 31" // gw-1
          + "01 02 03 04 05 06 07 08"
          + "ac 02" // sequence 300
          + "04 61 63 6d 65" // tenant acme
          + "05 6c 6c 61 6d 61" // model llama
          + "04 63 68 61 74" // route chat
          + "01 61" // upstream a
          + "04 63 68 61 74" // class chat
          + "80 84 af 5f" // TTFT 100 000 000 ns, zigzag
          + "80 88 de be 01" // generation 200 000 000 ns, zigzag
          + "80 8c 8d 9e 02" // E2EL 300 000 000 ns, zigzag
          + "e8 07" // input 1000
          + "15" // output 21
          + "15" // streamed 21
          + "15" // carried 21
          + "81 01" // cached 128
          + "00" // reasoning unknown
          + "14" // on time 20
          + "00 00 00 00" // ok, status 0, attempt 0, no waste
          + "90 4e" // cost 10 000 billionths
          + "de ad be ef 03 03"; // SLO, both bounds apply and hold

  private static final RequestEvent EVENT =
      new RequestEvent(
          new EventSource("gw-1", 0x0102030405060708L, 300),
          new TrafficLabels("llama", "acme", "chat", "a", "chat"),
          "",
          1_767_225_600_000_000L,
          500_000_000,
          100_000_000,
          200_000_000,
          300_000_000,
          new EventTokens(1000, 21, TokenSource.USAGE, 21, 21, 128, -1, 20),
          new EventResult(EventResult.Kind.OK, "ok", 0, 0, true, true, true, true, null),
          10_000,
          new EventVerdict(0xdeadbeef, true, true, 3, 3),
          null,
          null);

  private static byte[] byHand() {
    return HexFormat.of().parseHex(BY_HAND.replace(" ", ""));
  }

  private static List<RequestEvent> events() {
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "gw", 7, 1_700_000_000_000_000L);
    List<RequestEvent> events = new ArrayList<>();
    for (RequestRecord each : new RandomTraffic(1).records(2000, 60_000_000_000L)) {
      events.add(maker.next(each));
    }
    return events;
  }

  @Test
  void hasTheDocumentedBytes() {
    assertThat(HexFormat.of().formatHex(EventCodec.encode(EVENT)))
        .isEqualTo(BY_HAND.replace(" ", ""));
    assertThat(EventCodec.decode(byHand())).isEqualTo(EVENT);
    assertThat(EventHeader.endedMillis(byHand())).isEqualTo(1_767_225_600_000L);
  }

  @Test
  void readsBackWhatItWrote() {
    long bytes = 0;
    for (RequestEvent event : events()) {
      byte[] code = EventCodec.encode(event);
      bytes += code.length;
      assertThat(EventCodec.decode(code)).isEqualTo(event);
    }
    assertThat(bytes / events().size()).isBetween(60L, 130L);
  }

  @Test
  void eventsOfTheSameLabelsShareThem() {
    LabelCache known = new LabelCache();
    byte[] first = EventCodec.encode(EVENT);
    TrafficLabels labels = EventCodec.decode(first, known).labels();

    for (int i = 0; i < 9_999; i++) {
      RequestEvent other =
          EVENT.withLabels(new TrafficLabels("m", "tenant-" + i, "r", "u", "chat"));
      assertThat(EventCodec.decode(EventCodec.encode(other), known)).isEqualTo(other);
    }
    assertThat(EventCodec.decode(first, known).labels()).isSameAs(labels);
    // One more is too many: the cache starts again.
    RequestEvent more = EVENT.withLabels(new TrafficLabels("m", "one more", "r", "u", "chat"));
    assertThat(EventCodec.decode(EventCodec.encode(more), known)).isEqualTo(more);
    assertThat(EventCodec.decode(first, known)).isEqualTo(EVENT);
    assertThat(EventCodec.decode(first, known).labels()).isNotSameAs(labels);
  }

  @Test
  void hasACodeForEveryOutcomeAndCause() {
    assertThat(EventCodec.OUTCOMES).containsExactlyInAnyOrderElementsOf(Outcome.KEYS);
    for (WasteCause cause : WasteCause.values()) {
      assertThat(EventCodec.cause(EventCodec.code(cause))).isEqualTo(cause);
    }
    assertThat(EventCodec.cause(0)).isNull();
  }

  @Test
  void oldReaderReadsEventOfNewerMinorVersion() {
    byte[] newer = Arrays.copyOf(EventCodec.encode(withSession("s")), 300);
    newer[2] = 9;

    assertThat(EventCodec.decode(newer)).isEqualTo(withSession("s"));
  }

  @Test
  void newReaderReadsEventOfOlderMinorVersion() {
    // Version 1.0 had no session: the bytes above end before it.
    assertThat(EventCodec.decode(byHand()).session()).isEmpty();
    byte[] ofSession = EventCodec.encode(withSession("abc"));
    assertThat(ofSession[2]).isEqualTo((byte) 1);
    assertThat(Arrays.copyOf(ofSession, ofSession.length - 4)).isEqualTo(with(byHand(), 2, 1));
  }

  @Test
  void readingIsAppendedToTheFieldsOfOlderVersions() {
    // A wait in bits 15 and 16 of the flags and the reading in bit 17; then the session and the
    // reading.
    RequestEvent event = withReading(new EventReading(2, 3, 500_000, 400_000_000, 4_000_000));
    byte[] older = byHand();
    byte[] code = EventCodec.encode(event);

    assertThat(HexFormat.of().formatHex(code, code.length - 14, code.length))
        .isEqualTo("00 02 03 a0 c2 1e 80 88 de be 01 80 92 f4 01".replace(" ", "").substring(2));
    assertThat(code[2]).isEqualTo((byte) 2);
    assertThat(HexFormat.of().formatHex(code, 11, 14)).isEqualTo("ff8f0a");
    assertThat(EventCodec.decode(code)).isEqualTo(event);
    assertThat(EventCodec.decode(older).reading()).isNull();
    assertThat(EventCodec.decode(older).waitEnded()).isNull();
  }

  @Test
  void outcomeOfNewerVersionIsOtherAndCanBeWrittenAgain() {
    byte[] newer = byHand();
    int outcome = newer.length - 12;
    RequestEvent read = EventCodec.decode(with(newer, outcome, 99));

    assertThat(read.result().outcome()).isEqualTo(EventCodec.OTHER);
    assertThat(read.result().kind()).isEqualTo(EventResult.Kind.OK);
    assertThat(EventCodec.decode(EventCodec.encode(read))).isEqualTo(read);
    assertThat(EventCodec.decode(with(newer, outcome + 3, 99)).result().waste()).isNull();
  }

  @Test
  void refusesANewerMajorVersionByItsNumber() {
    assertThatThrownBy(() -> EventCodec.decode(with(byHand(), 1, 2)))
        .isInstanceOf(EventFormatException.class)
        .hasMessage("request event of format version 2.0; this Goodput reads version 1");
  }

  @Test
  void refusesWhatIsNoEvent() {
    assertThatThrownBy(() -> EventCodec.decode("{\"model\":\"x\"}".getBytes(UTF_8)))
        .isInstanceOf(EventFormatException.class)
        .hasMessage("not a request event: it starts with 0x7b, not 0x47");
    assertThatThrownBy(() -> EventCodec.decode(new byte[2]))
        .isInstanceOf(EventFormatException.class)
        .hasMessage("not a request event: 2 bytes, at least 3 expected");
    assertThatThrownBy(() -> EventCodec.decode(Arrays.copyOf(byHand(), 40)))
        .isInstanceOf(EventFormatException.class)
        .hasMessageStartingWith("damaged event: ");
  }

  @Test
  void damagedBytesGiveAnEventOrAnError() {
    SplittableRandom random = new SplittableRandom(42);
    byte[] good = EventCodec.encode(withSession("abc"));
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] bad = Arrays.copyOf(good, 3 + random.nextInt(good.length));
      for (int j = random.nextInt(4); j >= 0; j--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        RequestEvent read = EventCodec.decode(bad);
        assertThat(EventCodec.decode(EventCodec.encode(read))).isEqualTo(read);
      } catch (EventFormatException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(2_000);
  }

  @Test
  void longNamesAreShortenedAndStayDifferent() {
    String one = "x".repeat(10_000) + "1";
    String other = "x".repeat(10_000) + "2";

    assertThat(RequestEvents.shortened(one)).isNotEqualTo(RequestEvents.shortened(other));
    assertThat(RequestEvents.shortened("😀".repeat(200))).startsWith("😀".repeat(60) + "…");
    assertThat(RequestEvents.shortened("acme")).isEqualTo("acme");
    assertThat(EventCodec.decode(EventCodec.encode(withSession(RequestEvents.shortened(one)))))
        .isEqualTo(withSession(RequestEvents.shortened(one)));
    assertThatThrownBy(() -> EventCodec.encode(withSession(one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 256 bytes, not 10001");
  }

  @Test
  void jsonHasEveryFieldByName() {
    assertThat(EventJson.write(EVENT))
        .isEqualTo(
            "{\"version\":1,\"ended_us\":1767225600000000,\"ended\":\"2026-01-01T00:00:00Z\","
                + "\"residence_ns\":500000000,"
                + "\"gateway\":\"gw-1\",\"boot\":\"0102030405060708\",\"sequence\":300,"
                + "\"tenant\":\"acme\",\"model\":\"llama\",\"route\":\"chat\",\"upstream\":\"a\","
                + "\"slo_class\":\"chat\",\"session\":\"\",\"ttft_ns\":100000000,"
                + "\"generation_ns\":200000000,\"e2el_ns\":300000000,\"input_tokens\":1000,"
                + "\"output_tokens\":21,\"token_source\":\"usage\",\"streamed_tokens\":21,"
                + "\"carried_tokens\":21,\"cached_input_tokens\":128,\"on_time_tokens\":20,"
                + "\"kind\":\"ok\",\"outcome\":\"ok\",\"status\":0,\"attempt\":0,\"last\":true,"
                + "\"streamed\":true,\"dispatched\":true,\"sent\":true,\"cost_nanos\":10000,"
                + "\"slo\":\"deadbeef\",\"judged\":true,\"good\":true,\"bounds_apply\":3,"
                + "\"bounds_within\":3}");
  }

  @Test
  void referencePageHasEveryJsonField() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/request-events.md"));
    RequestEvent full = withEverything();
    Matcher field = Pattern.compile("\"(\\w+)\":").matcher(EventJson.write(full));
    int fields = 0;
    while (field.find()) {
      assertThat(page).contains("`" + field.group(1) + "`");
      fields++;
    }
    assertThat(fields).isEqualTo(45);
  }

  private static RequestEvent withEverything() {
    EventTokens tokens = new EventTokens(1, 1, TokenSource.CHUNKS, 1, 1, 1, 1, 1);
    EventResult late =
        new EventResult(EventResult.Kind.OK, "ok", 0, 0, true, true, true, true, WasteCause.LATE);
    return new RequestEvent(
        EVENT.source(),
        EVENT.labels(),
        "s",
        1,
        1,
        1,
        1,
        1,
        tokens,
        late,
        1,
        EVENT.verdict(),
        EventWait.LEFT,
        new EventReading(1, 1, 1, 1, 1));
  }

  private static RequestEvent withReading(EventReading reading) {
    return new RequestEvent(
        EVENT.source(),
        EVENT.labels(),
        "",
        EVENT.endedMicros(),
        EVENT.residenceNanos(),
        EVENT.ttftNanos(),
        EVENT.generationNanos(),
        EVENT.e2elNanos(),
        EVENT.tokens(),
        EVENT.result(),
        EVENT.costNanos(),
        EVENT.verdict(),
        EventWait.LEFT,
        reading);
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    copy[at] = (byte) value;
    return copy;
  }

  private static RequestEvent withSession(String session) {
    return new RequestEvent(
        EVENT.source(),
        EVENT.labels(),
        session,
        EVENT.endedMicros(),
        EVENT.residenceNanos(),
        EVENT.ttftNanos(),
        EVENT.generationNanos(),
        EVENT.e2elNanos(),
        EVENT.tokens(),
        EVENT.result(),
        EVENT.costNanos(),
        EVENT.verdict(),
        null,
        null);
  }
}
