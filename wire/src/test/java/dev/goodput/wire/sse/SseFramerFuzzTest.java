package dev.goodput.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Compares the framer with a simple implementation on the whole body, whatever the reads.
@Tag("fuzz")
final class SseFramerFuzzTest {
  private static final long SEED = 714025;

  private static final String[] CORPUS = {
    "data: {\"a\":1}\n\ndata: {\"b\":2}\n\ndata: [DONE]\n\n",
    ": ping\r\n\r\nevent: error\r\ndata: x\r\ndata:y\r\n\r\nerror: {}\r\n\r\n",
    "\u00ef\u00bb\u00bfid: 1\rdata\rdata: z\r\rretry: 5\r\r",
    "data: a\n\n\n\nevent: e\ndata: b",
  };

  @Test
  void agreesWithAPlainReading() {
    Random random = new Random(SEED);
    for (int round = 0; round < 30_000; round++) {
      String start = CORPUS[round % CORPUS.length];
      byte[] body = Bytes.mutate(start.getBytes(StandardCharsets.ISO_8859_1), random);
      FrameLog log = new FrameLog();
      Framer framer = Framer.serverSentEvents(log);
      Bytes.inRandomPieces(body, random, framer::feed);
      framer.finish();
      String text = new String(body, StandardCharsets.ISO_8859_1);
      assertThat(log.events)
          .as("seed %d round %d body %s", SEED, round, text)
          .isEqualTo(plainly(text));
    }
  }

  /// Implements the same rules on a whole text, without regard to speed.
  private static List<String> plainly(String body) {
    List<String> events = new ArrayList<>();
    List<String> data = new ArrayList<>();
    String type = "";
    String text = body.startsWith("\u00ef\u00bb\u00bf") ? body.substring(3) : body;
    String[] lines = text.split("\r\n|\r|\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      type = line(lines[i], type, data, events, "");
    }
    String last = lines[lines.length - 1];
    if (!last.isEmpty()) {
      type = line(last, type, data, events, "");
    }
    line("", type, data, events, " (cut)");
    return events;
  }

  private static String line(
      String line, String type, List<String> data, List<String> events, String suffix) {
    if (line.isEmpty()) {
      if (!data.isEmpty()) {
        events.add((type.equals("error") ? "ERROR " : "") + String.join("\n", data) + suffix);
      }
      data.clear();
      return "";
    }
    int colon = line.indexOf(':');
    String name = colon < 0 ? line : line.substring(0, colon);
    String raw = colon < 0 ? "" : line.substring(colon + 1);
    String value = raw.startsWith(" ") ? raw.substring(1) : raw;
    switch (name) {
      case "data" -> data.add(value);
      case "error" -> events.add("ERROR_FIELD " + value);
      case "event" -> {
        return value;
      }
      default -> {
        return type;
      }
    }
    return type;
  }
}
