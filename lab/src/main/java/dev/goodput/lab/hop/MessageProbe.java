package dev.goodput.lab.hop;

import dev.goodput.wire.Header;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What of HTTP itself comes through beside plain answers.
final class MessageProbe {
  private static final int TOKENS = 4;
  private static final int LONG_BYTES = 512 << 10;
  private static final int LARGE_BYTES = 8 << 20;
  private static final Duration INTERIM = Duration.ofSeconds(2);

  private MessageProbe() {}

  /// A prompt as long as a model with a large context takes.
  static Finding longPrompt(Probing probing, Upstream upstream) {
    Finding found = body(Duty.LONG_PROMPT, LONG_BYTES, probing, upstream);
    return found.grade() == Grade.BROKEN
        ? found.mendedBy("raise the limit of bodies (nginx: client_max_body_size)")
        : found;
  }

  /// A body as large as images make it; many limits below that are meant.
  static Finding largeBody(Probing probing, Upstream upstream) {
    Finding found = body(Duty.LARGE_BODY, LARGE_BYTES, probing, upstream);
    return found.grade() == Grade.BROKEN
        ? Finding.of(Duty.LARGE_BODY, Grade.NOTED, found.said())
            .mendedBy("where prompts hold images: nginx: client_max_body_size")
        : found;
  }

  private static Finding body(Duty duty, int bytes, Probing probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, 1, Script.End.WHOLE));
    String prompt = Upstream.mark(probe) + " word".repeat(bytes / 5);
    RawAnswer seen = probing.via(prompt, TOKENS);
    int came = upstream.attempts(probe).stream().mapToInt(Attempt::bodyBytes).max().orElse(0);
    String size = bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
    return seen.status() == 200 && came >= bytes
        ? Finding.kept(duty, "a body of " + size + " came through")
        : Finding.broken(duty, "a body of " + size + " did not come through: " + seen.words());
  }

  /// A client that waits to be told before it sends its body.
  static Finding proceed(Probing probing, String prompt) {
    byte[] question = probing.viaQuestion(prompt, TOKENS);
    try (RawCall call = RawCall.open(probing.via(), probing.clock())) {
      call.sendHead(List.of(new Header("Expect", "100-continue")), question);
      boolean told = call.until(() -> call.wire().contains(" 100 "), INTERIM);
      call.sendBody(question);
      RawAnswer seen = call.toEnd(Probing.PATIENCE);
      if (seen.status() != 200) {
        return Finding.broken(Duty.CONTINUE, "asked for, and the answer was " + seen.words());
      }
      return told
          ? Finding.kept(Duty.CONTINUE, "told to go on, and answered")
          : Finding.of(
              Duty.CONTINUE,
              Grade.NOTED,
              "not told within %d s; the body was taken all the same"
                  .formatted(INTERIM.toSeconds()));
    }
  }

  /// A header behind the body.
  static Finding trailers(Probing probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, 1, Script.End.TRAILER));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    boolean asked10 = upstream.attempts(probe).stream().anyMatch(Attempt::http10);
    if (seen.status() != 200 || !seen.done()) {
      return Finding.broken(
          Duty.TRAILERS, "an answer with a trailer did not come through: " + seen.words());
    }
    String tail = seen.wire().substring(seen.wire().lastIndexOf("[DONE]"));
    if (tail.toLowerCase(Locale.ROOT).contains(Emission.TRAILER)) {
      return Finding.kept(Duty.TRAILERS, "a header behind the body came through");
    }
    return Finding.of(
        Duty.TRAILERS,
        Grade.NOTED,
        asked10
            ? "dropped: HTTP/1.0 has none; token streams use none"
            : "dropped; token streams use none");
  }
}
