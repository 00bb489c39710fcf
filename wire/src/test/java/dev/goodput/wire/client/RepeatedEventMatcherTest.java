package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RepeatedEventMatcherTest {
  private static final long SEED = 496;

  /// Events of streams, mostly typical ones.
  private static final List<String> EVENTS =
      List.of(
          delta("content", " tok"),
          delta("content", "x"),
          delta("content", " a \\\"word\\\" \\u00e9\\n"),
          delta("content", " tok"),
          delta("content", ""),
          delta("reasoning_content", " hm"),
          delta("content", " \r\n"),
          delta("content", "é").replace("\n\n", "\r\n\r\n"),
          delta("content", " q").replace("data: ", "data:"),
          delta("content", " tok") + delta("content", " more"),
          ": ping\n\n",
          "event: error\n" + delta("content", " odd"),
          delta("content", " joined").replace("\n\n", "\ndata: \n\n"),
          joined("content", " ab", "\ndata: "),
          joined("content", " ab", "\n"),
          "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":9}}\n\n");

  private static String delta(String field, String text) {
    return "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"%s\":\"%s\"}}]}\n\n"
        .formatted(field, text);
  }

  /// Returns an event of two lines, or of a line and an unrelated one.
  private static String joined(String field, String text, String lines) {
    return delta(field, text).replace("\"delta\":", "\"delta\":" + lines);
  }

  /// Returns a response in parts as a server may write them.
  private static List<byte[]> stream(Random random) {
    List<byte[]> all = new ArrayList<>();
    all.add(Bytes.of(Replay.HEAD));
    boolean usual = random.nextBoolean();
    for (int i = random.nextInt(40); i > 0; i--) {
      StringBuilder body = new StringBuilder();
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        int kinds = usual || random.nextInt(8) > 0 ? 4 : EVENTS.size();
        body.append(EVENTS.get(random.nextInt(kinds)));
      }
      byte[] chunk = Bytes.of(FastPathReading.chunk(body.toString()));
      all.add(random.nextInt(40) == 0 ? Bytes.mutate(chunk, random) : chunk);
    }
    all.add(Bytes.of(FastPathReading.chunk("data: [DONE]\n\n") + "0\r\n\r\n"));
    return all;
  }

  @Test
  @Tag("property")
  void agreesWithTheFullParserHoweverReadsAreSplit() {
    Random random = new Random(SEED);
    int skimmed = 0;
    for (int round = 0; round < 6_000; round++) {
      List<byte[]> pieces = stream(random);
      long cuts = random.nextLong();
      FastPathReading fastPath = new FastPathReading("chat", true);
      FastPathReading fullParse = new FastPathReading("chat", false);
      for (FastPathReading each : List.of(fastPath, fullParse)) {
        each.readAll(pieces, new Random(cuts));
      }
      assertThat(fastPath.seen()).as("seed %d round %d", SEED, round).isEqualTo(fullParse.seen());
      skimmed += fastPath.skimmed;
    }
    assertThat(skimmed).isGreaterThan(20_000);
  }

  @Test
  void matchesOrdinaryReadsExceptTheFirst() {
    FastPathReading fastPath = new FastPathReading("chat", true);
    read(fastPath, Replay.HEAD);
    for (int i = 0; i < 20; i++) {
      read(fastPath, FastPathReading.chunk(delta("content", " word " + i)));
    }
    assertThat(fastPath.skimmed).isEqualTo(19);
    assertThat(fastPath.seen().chunks().count()).isEqualTo(20);
    assertThat(fastPath.seen().lastToken()).isEqualTo(21_000);
  }

  @Test
  void matchesSeveralEventsAndChunksInOneRead() {
    FastPathReading fastPath = new FastPathReading("chat", true);
    read(fastPath, Replay.HEAD + FastPathReading.chunk(delta("content", "a")));
    String two = delta("content", "b") + delta("content", "c");
    read(
        fastPath,
        FastPathReading.chunk(two)
            + FastPathReading.chunk(two)
            + FastPathReading.chunk(delta("content", "d")));
    assertThat(fastPath.skimmed).isEqualTo(1);
    ChunkLog.Cursor cursor = fastPath.seen().chunks().cursor();
    List<Boolean> shared = new ArrayList<>();
    while (cursor.next()) {
      shared.add(cursor.sharedRead());
    }
    assertThat(shared).containsExactly(false, false, true, true, true, true);
  }

  @Test
  void skipsEventsJoinedFromSeveralLines() {
    FastPathReading fastPath = new FastPathReading("chat", true);
    read(fastPath, Replay.HEAD + FastPathReading.chunk(joined("content", "a", "\ndata: ")));
    assertThat(fastPath.log.contentEvents()).isOne();
    read(fastPath, FastPathReading.chunk(joined("content", "b", "\n")));
    assertThat(fastPath.skimmed).isZero();
    assertThat(fastPath.log.contentEvents()).isOne();
    assertThat(fastPath.seen().outcome()).isInstanceOf(Outcome.Malformed.class);
  }

  private static byte[] second() {
    return Bytes.of(FastPathReading.chunk(delta("content", "b")));
  }

  @Test
  void skipsResponsesWhoseTextsAreKept() {
    ResponseReader kept =
        new ResponseReader(
            true, new AnswerLog(true), sink -> Dialect.named("chat").newParser(sink, true));
    byte[] first = Bytes.of(Replay.HEAD + FastPathReading.chunk(delta("content", "a")));
    kept.read(first, 0, first.length, 1);
    assertThat(kept.matcher.matchChunks(second(), second().length, 2)).isZero();
  }

  @Test
  void skipsJsonLinesResponses() {
    FastPathReading lines = new FastPathReading("chat", true);
    String json = delta("content", "a").substring("data: ".length()).strip();
    read(
        lines,
        Replay.HEAD.replace("text/event-stream", "application/x-ndjson")
            + FastPathReading.chunk(json + "\n"));
    assertThat(lines.log.contentEvents()).isOne();
    assertThat(lines.reader.matcher.matchChunks(second(), second().length, 2)).isZero();
  }

  @Test
  void skipsCompressedResponses() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream coder = new GZIPOutputStream(packed, true)) {
      coder.write(Bytes.of(delta("content", "a")));
      coder.flush();
      FastPathReading coded = new FastPathReading("chat", true);
      read(coded, Replay.HEAD.replace("\r\n\r\n", "\r\nContent-Encoding: gzip\r\n\r\n"));
      byte[] body = packed.toByteArray();
      read(coded, Integer.toHexString(body.length) + "\r\n");
      coded.read(body, 0, body.length);
      read(coded, "\r\n");
      assertThat(coded.log.contentEvents()).isOne();
      assertThat(coded.reader.matcher.matchChunks(second(), second().length, 2)).isZero();
    }
  }

  private static void read(FastPathReading reading, String text) {
    byte[] bytes = Bytes.of(text);
    reading.read(bytes, 0, bytes.length);
  }
}
