package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A check that the response's bytes arrive unchanged.
final class ByteProbe {
  private static final int TOKENS = 24;
  private static final int SHOWN = 24;
  private static final String STRING = "\"(?:[^\"\\\\]|\\\\.)*\"";
  private static final String NUMBER = "-?[0-9][0-9.eE+-]*";

  /// Names of fields that identify a response or a time.
  private static final String NAMES =
      "(?:\\w*_)?id|id_slot|created|\\w+_at|system_fingerprint|obfuscation";

  /// Names of fields for durations, and for how much of a prompt was still cached.
  private static final String NUMBERS =
      "\\w+_(?:ms|ns|ts|time|duration|latency|per_second)"
          + "|cache_n|prompt_n|tokens_cached|cached_tokens|cache_\\w+_tokens|prompt_cache_\\w+_tokens";

  private static final Pattern OWN =
      Pattern.compile(
          "(\"(?:%1$s)\"\\s*:\\s*)(?:%2$s|%3$s)|(\"(?:%4$s)\"\\s*:\\s*)%3$s"
              .formatted(NAMES, STRING, NUMBER, NUMBERS));

  private ByteProbe() {}

  /// Requests the same stream directly and through the proxy, made of what a proxy may be tempted
  /// to change.
  static CheckFinding embedded(ProbeTools probing, ProbeUpstream upstream) {
    long probe = upstream.probe(ResponseScript.of(TOKENS, 2, ResponseScript.End.ODD));
    RawResponse direct = probing.direct(ProbeUpstream.mark(probe), TOKENS);
    RawResponse via = probing.via(ProbeUpstream.mark(probe), TOKENS);
    return headOf(direct, via)
        .orElseGet(() ->
            direct.body().equals(via.body())
                ? CheckFinding.passed(
                    ProxyCheck.BYTES,
                    String.format(
                        Locale.ROOT,
                        "%,d bytes with comments, escapes and unusual spaces arrived unchanged",
                        via.body().length()))
                : CheckFinding.broken(ProxyCheck.BYTES, difference(direct.text(), via.text())));
  }

  /// Sends the same request directly and through the proxy, twice each, to a server that may not
  /// return the same response twice.
  static CheckFinding of(ProbeTools probing) {
    String prompt = "Name the four seasons of the year, in one line, and nothing else.";
    RawResponse first = probing.direct(prompt, TOKENS);
    RawResponse via = probing.via(prompt, TOKENS);
    RawResponse again = probing.via(prompt, TOKENS);
    RawResponse second = probing.direct(prompt, TOKENS);
    Optional<CheckFinding> head = headOf(first, via);
    if (head.isPresent()) {
      return head.get();
    }
    String direct = alike(first);
    boolean settled = direct.equals(alike(second));
    if (alike(via).equals(direct) || (settled && alike(again).equals(direct))) {
      return CheckFinding.passed(
          ProxyCheck.BYTES,
          "the response is the same both ways, byte for byte, except for ids, times and cache"
              + " counts");
    }
    return settled && alike(via).equals(alike(again))
        ? CheckFinding.broken(ProxyCheck.BYTES, difference(direct, alike(via)))
        : CheckFinding.unknown(
            ProxyCheck.BYTES,
            "the server's responses to one prompt differ in text or chunks each time");
  }

  private static Optional<CheckFinding> headOf(RawResponse direct, RawResponse via) {
    if (direct.status() != 200 || !direct.seemsComplete()) {
      return Optional.of(
          CheckFinding.unknown(ProxyCheck.BYTES, "the server itself returned " + direct.words()));
    }
    if (via.status() != 200 || !via.seemsComplete()) {
      return Optional.of(
          CheckFinding.broken(ProxyCheck.BYTES, "through the proxy: " + via.words()));
    }
    return via.contentType().equals(direct.contentType())
        ? Optional.empty()
        : Optional.of(
            CheckFinding.broken(
                ProxyCheck.BYTES,
                "the content type is \"%s\" through the proxy and \"%s\" without it"
                    .formatted(via.contentType(), direct.contentType())));
  }

  /// Removes what differs between two responses of one server.
  private static String alike(RawResponse answer) {
    return OWN.matcher(answer.text()).replaceAll("$1$2\"\"");
  }

  static String difference(String sent, String came) {
    int at = 0;
    while (at < sent.length() && at < came.length() && sent.charAt(at) == came.charAt(at)) {
      at++;
    }
    return String.format(
        Locale.ROOT,
        "rewritten from byte %,d on: \"%s\" became \"%s\"; %,d bytes became %,d",
        sent.substring(0, at).getBytes(StandardCharsets.UTF_8).length,
        shown(sent, at),
        shown(came, at),
        sent.getBytes(StandardCharsets.UTF_8).length,
        came.getBytes(StandardCharsets.UTF_8).length);
  }

  private static String shown(String text, int at) {
    String part = text.substring(at, Math.min(text.length(), at + SHOWN));
    return part.replace("\r", "\\r").replace("\n", "\\n");
  }
}
