package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EntryCodeTest {
  @Test
  @Tag("property")
  void readsBackWhatWasWrittenWhateverItIs() {
    for (long seed = 1; seed <= 500; seed++) {
      List<LogEntry> entries = new RandomEntries(seed).list(20);
      ByteSource source = source(written(entries));
      EntryDecoder decoder = new EntryDecoder(source, LogFormat.VERSION);
      for (LogEntry entry : entries) {
        assertThat(decoder.next()).as("seed %d", seed).isEqualTo(entry);
      }
      assertThat(source.remaining()).as("seed %d", seed).isZero();
    }
  }

  @Test
  void encodesAnOrdinaryRequestInTensOfBytesAndFivePerEvent() {
    int requests = 100;
    int events = 200;
    ByteSink sink = new ByteSink(16);
    EntryEncoder encoder = new EntryEncoder();
    for (int i = 0; i < requests; i++) {
      encoder.write(Requests.streaming(i, 125_000_000L * i, events, 20_000_017), sink);
    }
    assertThat(sink.length()).isLessThan(requests * (80 + 5 * events));
  }

  @Test
  void refusesUnknownCodes() {
    for (int kind : new int[] {0, 5, 255}) {
      ByteSink sink = new ByteSink(1);
      sink.octet(kind);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new EntryDecoder(source(sink), LogFormat.VERSION).next())
          .withMessageContaining("no entry has the number " + kind);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> OutcomeCodec.read(octets(13)));
    assertThatIllegalArgumentException().isThrownBy(() -> OutcomeCodec.read(octets(8, 4)));
    assertThatIllegalArgumentException().isThrownBy(() -> LevelEnded.Ending.of(5));
  }

  @Test
  void readsWhatVersionOneWroteBehindTheNameOfTheArrivals() {
    ByteSink sink = new ByteSink(64);
    for (String arrivals : List.of("stages 2→20/s", "closed")) {
      sink.octet(EntryEncoder.LEVEL_BEGUN);
      sink.zigzag(3);
      sink.zigzag(7);
      sink.text(arrivals);
      sink.fixed64(10);
      sink.zigzag(0);
      sink.zigzag(64);
    }
    EntryDecoder decoder = new EntryDecoder(source(sink), 1);
    assertThat(decoder.next()).isEqualTo(new LevelStarted(3, 7, "stages", "2→20/s", 10, 0, 64));
    assertThat(decoder.next()).isEqualTo(new LevelStarted(3, 7, "closed", "", 10, 0, 64));
  }

  @Test
  void refusesGatewayFieldsThatNoGatewayWrote() {
    NameTable.Reader names = new NameTable.Reader();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewayInfoCodec.read(octets(8, 0), 0, names))
        .withMessageContaining("stamps");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewayInfoCodec.read(octets(0, 5), 0, names))
        .withMessageContaining("no parting has the number 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewayInfoCodec.read(octets(0, 0, 2), 0, names))
        .withMessageContaining("no name has the number 2");
  }

  @Test
  void writesANameOncePerBlock() {
    ByteSink sink = new ByteSink(16);
    EntryEncoder encoder = new EntryEncoder();
    encoder.write(Requests.passed(0, "meta-llama/Llama-3.1-8B-Instruct"), sink);
    int first = sink.length();
    encoder.write(Requests.passed(1, "meta-llama/Llama-3.1-8B-Instruct"), sink);
    assertThat(sink.length() - first).isLessThan(first - 50);
    encoder.reset();
    int again = sink.length();
    encoder.write(Requests.passed(0, "meta-llama/Llama-3.1-8B-Instruct"), sink);
    assertThat(sink.length() - again).isEqualTo(first);
  }

  @Test
  void refusesCountsAndNumbersThatDoNotFit() {
    assertThatIllegalArgumentException().isThrownBy(() -> octets(200, 1, 7).text());
    assertThatIllegalArgumentException().isThrownBy(() -> octets(3, 1).count(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> octets(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1).varint());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> octets(255, 255, 255, 255, 255, 1).zigzagInt());
    assertThatIllegalArgumentException().isThrownBy(() -> octets(128).varint());
  }

  private static ByteSink written(List<LogEntry> entries) {
    ByteSink sink = new ByteSink(1);
    EntryEncoder encoder = new EntryEncoder();
    entries.forEach(entry -> encoder.write(entry, sink));
    return sink;
  }

  private static ByteSource source(ByteSink sink) {
    return new ByteSource(sink.bytes(), sink.length());
  }

  private static ByteSource octets(int... octets) {
    ByteSink sink = new ByteSink(1);
    for (int octet : octets) {
      sink.octet(octet);
    }
    return source(sink);
  }
}
