package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.Header;
import dev.goodput.wire.client.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A check of the HTTP features other than plain responses.
final class MessageProbe {
  /// The smallest number of output tokens that some APIs accept.
  private static final int TOKENS = 16;

  private static final int OK = 200;
  private static final int LONG_BYTES = 512 << 10;
  private static final int LARGE_BYTES = 8 << 20;
  private static final Duration INTERIM = Duration.ofSeconds(2);
  private static final String HEAD_END = "\r\n\r\n";

  private MessageProbe() {}

  /// Sends a prompt as long as a large-context model takes.
  static CheckFinding longPrompt(ProbeTools probing, ProbeUpstream upstream) {
    CheckFinding found = body(ProxyCheck.LONG_PROMPT, LONG_BYTES, probing, upstream);
    return found.rating() == CheckResult.BROKEN
        ? found.withRemedy("raise the body size limit (nginx: client_max_body_size)")
        : found;
  }

  /// Sends a body as large as images make it; many size limits are unintentionally below that.
  static CheckFinding largeBody(ProbeTools probing, ProbeUpstream upstream) {
    CheckFinding found = body(ProxyCheck.LARGE_BODY, LARGE_BYTES, probing, upstream);
    return found.rating() == CheckResult.BROKEN
        ? CheckFinding.of(ProxyCheck.LARGE_BODY, CheckResult.NOTED, found.message())
            .withRemedy(
                "if prompts contain images, raise the body size limit (nginx:"
                    + " client_max_body_size)")
        : found;
  }

  private static CheckFinding body(
      ProxyCheck check, int bytes, ProbeTools probing, ProbeUpstream upstream) {
    long probe = upstream.probe(ResponseScript.of(TOKENS, 1, ResponseScript.End.WHOLE));
    String prompt = ProbeUpstream.mark(probe) + " word".repeat(bytes / 5);
    RawResponse seen = probing.via(prompt, TOKENS);
    int came =
        upstream.attempts(probe).stream().mapToInt(UpstreamRequest::bodyBytes).max().orElse(0);
    String size = bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
    return seen.status() == OK && came >= bytes
        ? CheckFinding.passed(check, "a body of " + size + " arrived")
        : CheckFinding.broken(check, "a body of " + size + " did not arrive: " + seen.words());
  }

  /// Sends a request that waits for `100 Continue` before its body. The server is sent the request
  /// directly first: a proxy cannot be blamed for what the server itself refuses.
  static CheckFinding proceed(ProbeTools probing, String prompt) {
    RawResponse own =
        expecting(probing, probing.direct(), probing.directQuestion(prompt, TOKENS)).answer();
    if (own.status() != OK) {
      return CheckFinding.unknown(
          ProxyCheck.CONTINUE, "for this request, the server itself returned " + own.words());
    }
    Expected seen = expecting(probing, probing.via(), probing.viaQuestion(prompt, TOKENS));
    if (seen.answer().status() != OK) {
      return CheckFinding.broken(
          ProxyCheck.CONTINUE, "the client waits for it and receives " + seen.answer().words());
    }
    return seen.answered()
        ? CheckFinding.passed(ProxyCheck.CONTINUE, "got 100 Continue and a response")
        : CheckFinding.of(
            ProxyCheck.CONTINUE,
            CheckResult.NOTED,
            "no 100 Continue within %d s, but the body was accepted"
                .formatted(INTERIM.toSeconds()));
  }

  /// @param answered whether the client received `100 Continue` before it went on
  private record Expected(boolean answered, RawResponse answer) {}

  private static Expected expecting(ProbeTools probing, Endpoint endpoint, byte[] question) {
    try (RawExchange call = RawExchange.open(endpoint, probing.clock())) {
      call.sendHead(List.of(new Header("Expect", "100-continue")), question);
      boolean continued = call.until(() -> call.wire().contains(" 100 "), INTERIM);
      call.sendBody(question);
      return new Expected(continued, call.toEnd(probing.timeout()));
    }
  }

  /// Sends a trailer after the body.
  static CheckFinding trailers(ProbeTools probing, ProbeUpstream upstream) {
    long probe = upstream.probe(ResponseScript.of(TOKENS, 1, ResponseScript.End.TRAILER));
    RawResponse seen = probing.via(ProbeUpstream.mark(probe), TOKENS);
    if (upstream.attempts(probe).stream().anyMatch(UpstreamRequest::http2)) {
      return CheckFinding.unknown(
          ProxyCheck.TRAILERS,
          "the proxy uses HTTP/2 to the upstream, where this check sends none");
    }
    if (seen.status() != OK || !seen.done()) {
      return CheckFinding.broken(
          ProxyCheck.TRAILERS, "a response with a trailer did not arrive: " + seen.words());
    }
    if (hasTrailer(seen.wire())) {
      return CheckFinding.passed(ProxyCheck.TRAILERS, "a trailer arrived");
    }
    boolean asked10 = upstream.attempts(probe).stream().anyMatch(UpstreamRequest::http10);
    return CheckFinding.of(
        ProxyCheck.TRAILERS,
        CheckResult.NOTED,
        asked10
            ? "none to forward: the proxy uses HTTP/1.0 upstream, which has no trailers; token"
                + " streams use none"
            : "dropped; token streams use none");
  }

  /// Returns whether the field starts a line after the head, which may name it too.
  private static boolean hasTrailer(String wire) {
    String line = "\n" + ScriptedResponse.TRAILER + ":";
    return wire.toLowerCase(Locale.ROOT).indexOf(line, wire.indexOf(HEAD_END)) >= 0;
  }
}
