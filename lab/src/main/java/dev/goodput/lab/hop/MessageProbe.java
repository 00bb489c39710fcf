package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.Header;
import dev.goodput.wire.client.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What of HTTP itself comes through beside plain answers.
final class MessageProbe {
  /// The fewest that some APIs let one ask for.
  private static final int TOKENS = 16;

  private static final int OK = 200;
  private static final int LONG_BYTES = 512 << 10;
  private static final int LARGE_BYTES = 8 << 20;
  private static final Duration INTERIM = Duration.ofSeconds(2);
  private static final String HEAD_END = "\r\n\r\n";

  private MessageProbe() {}

  /// A prompt as long as a model with a large context takes.
  static Finding longPrompt(ProbeTools probing, Upstream upstream) {
    Finding found = body(ProxyCheck.LONG_PROMPT, LONG_BYTES, probing, upstream);
    return found.grade() == CheckResult.BROKEN
        ? found.mendedBy("raise the limit of bodies (nginx: client_max_body_size)")
        : found;
  }

  /// A body as large as images make it; many limits below that are meant.
  static Finding largeBody(ProbeTools probing, Upstream upstream) {
    Finding found = body(ProxyCheck.LARGE_BODY, LARGE_BYTES, probing, upstream);
    return found.grade() == CheckResult.BROKEN
        ? Finding.of(ProxyCheck.LARGE_BODY, CheckResult.NOTED, found.said())
            .mendedBy("where prompts hold images: nginx: client_max_body_size")
        : found;
  }

  private static Finding body(ProxyCheck duty, int bytes, ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, 1, Script.End.WHOLE));
    String prompt = Upstream.mark(probe) + " word".repeat(bytes / 5);
    RawAnswer seen = probing.via(prompt, TOKENS);
    int came = upstream.attempts(probe).stream().mapToInt(Attempt::bodyBytes).max().orElse(0);
    String size = bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
    return seen.status() == OK && came >= bytes
        ? Finding.kept(duty, "a body of " + size + " came through")
        : Finding.broken(duty, "a body of " + size + " did not come through: " + seen.words());
  }

  /// A client that waits to be told before it sends its body. The server is asked so first: what it
  /// refuses itself no proxy can be held to.
  static Finding proceed(ProbeTools probing, String prompt) {
    RawAnswer own =
        expecting(probing, probing.direct(), probing.directQuestion(prompt, TOKENS)).answer();
    if (own.status() != OK) {
      return Finding.untold(ProxyCheck.CONTINUE, "asked so, the server itself gave " + own.words());
    }
    Expected seen = expecting(probing, probing.via(), probing.viaQuestion(prompt, TOKENS));
    if (seen.answer().status() != OK) {
      return Finding.broken(
          ProxyCheck.CONTINUE, "asked for, and the answer was " + seen.answer().words());
    }
    return seen.told()
        ? Finding.kept(ProxyCheck.CONTINUE, "told to go on, and answered")
        : Finding.of(
            ProxyCheck.CONTINUE,
            CheckResult.NOTED,
            "not told within %d s; the body was taken all the same".formatted(INTERIM.toSeconds()));
  }

  /// @param told whether the client was told to go on before it did
  private record Expected(boolean told, RawAnswer answer) {}

  private static Expected expecting(ProbeTools probing, Endpoint endpoint, byte[] question) {
    try (RawCall call = RawCall.open(endpoint, probing.clock())) {
      call.sendHead(List.of(new Header("Expect", "100-continue")), question);
      boolean told = call.until(() -> call.wire().contains(" 100 "), INTERIM);
      call.sendBody(question);
      return new Expected(told, call.toEnd(probing.patience()));
    }
  }

  /// A header behind the body.
  static Finding trailers(ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, 1, Script.End.TRAILER));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    if (upstream.attempts(probe).stream().anyMatch(Attempt::http2)) {
      return Finding.untold(
          ProxyCheck.TRAILERS, "it asks the upstream in HTTP/2, over which none are sent here");
    }
    if (seen.status() != OK || !seen.done()) {
      return Finding.broken(
          ProxyCheck.TRAILERS, "an answer with a trailer did not come through: " + seen.words());
    }
    if (hasTrailer(seen.wire())) {
      return Finding.kept(ProxyCheck.TRAILERS, "a header behind the body came through");
    }
    boolean asked10 = upstream.attempts(probe).stream().anyMatch(Attempt::http10);
    return Finding.of(
        ProxyCheck.TRAILERS,
        CheckResult.NOTED,
        asked10
            ? "none to pass on: it asks in HTTP/1.0, which has none; token streams use none"
            : "dropped; token streams use none");
  }

  /// Whether the header begins a line behind the head, which may name it too.
  private static boolean hasTrailer(String wire) {
    String line = "\n" + Emission.TRAILER + ":";
    return wire.toLowerCase(Locale.ROOT).indexOf(line, wire.indexOf(HEAD_END)) >= 0;
  }
}
