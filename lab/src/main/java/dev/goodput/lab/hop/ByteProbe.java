package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Whether the answer's bytes come through as they are.
final class ByteProbe {
  private static final int TOKENS = 24;
  private static final int SHOWN = 24;
  private static final String STRING = "\"(?:[^\"\\\\]|\\\\.)*\"";
  private static final String NUMBER = "-?[0-9][0-9.eE+-]*";

  /// Names of what tells one answer from another, or a moment.
  private static final String NAMES =
      "(?:\\w*_)?id|id_slot|created|\\w+_at|system_fingerprint|obfuscation";

  /// Names of how long something took, and of how much of a prompt a cache still held.
  private static final String NUMBERS =
      "\\w+_(?:ms|ns|ts|time|duration|latency|per_second)"
          + "|cache_n|prompt_n|tokens_cached|cached_tokens|cache_\\w+_tokens|prompt_cache_\\w+_tokens";

  private static final Pattern OWN =
      Pattern.compile(
          "(\"(?:%1$s)\"\\s*:\\s*)(?:%2$s|%3$s)|(\"(?:%4$s)\"\\s*:\\s*)%3$s"
              .formatted(NAMES, STRING, NUMBER, NUMBERS));

  private ByteProbe() {}

  /// The same stream both ways, made of what a proxy may be tempted to touch.
  static Finding embedded(ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, 2, Script.End.ODD));
    RawAnswer direct = probing.direct(Upstream.mark(probe), TOKENS);
    RawAnswer via = probing.via(Upstream.mark(probe), TOKENS);
    return headOf(direct, via)
        .orElseGet(() ->
            direct.body().equals(via.body())
                ? Finding.kept(
                    ProxyCheck.BYTES,
                    String.format(
                        Locale.ROOT,
                        "%,d bytes with comments, escapes and odd blanks came as they were sent",
                        via.body().length()))
                : Finding.broken(ProxyCheck.BYTES, difference(direct.text(), via.text())));
  }

  /// The same question both ways, twice each, of a server of which it is not known whether it
  /// answers twice alike.
  static Finding of(ProbeTools probing) {
    String prompt = "Name the four seasons of the year, in one line, and nothing else.";
    RawAnswer first = probing.direct(prompt, TOKENS);
    RawAnswer via = probing.via(prompt, TOKENS);
    RawAnswer again = probing.via(prompt, TOKENS);
    RawAnswer second = probing.direct(prompt, TOKENS);
    Optional<Finding> head = headOf(first, via);
    if (head.isPresent()) {
      return head.get();
    }
    String direct = alike(first);
    boolean settled = direct.equals(alike(second));
    if (alike(via).equals(direct) || (settled && alike(again).equals(direct))) {
      return Finding.kept(
          ProxyCheck.BYTES,
          "the same answer both ways, but for ids, times and what was cached: byte for byte");
    }
    return settled && alike(via).equals(alike(again))
        ? Finding.broken(ProxyCheck.BYTES, difference(direct, alike(via)))
        : Finding.untold(
            ProxyCheck.BYTES,
            "the server answers the same question in other words, or in other pieces, each time");
  }

  private static Optional<Finding> headOf(RawAnswer direct, RawAnswer via) {
    if (direct.status() != 200 || !direct.looksWhole()) {
      return Optional.of(
          Finding.untold(ProxyCheck.BYTES, "the server itself gave " + direct.words()));
    }
    if (via.status() != 200 || !via.looksWhole()) {
      return Optional.of(Finding.broken(ProxyCheck.BYTES, "through it came " + via.words()));
    }
    return via.contentType().equals(direct.contentType())
        ? Optional.empty()
        : Optional.of(
            Finding.broken(
                ProxyCheck.BYTES,
                "the content type became \"%s\", and was \"%s\""
                    .formatted(via.contentType(), direct.contentType())));
  }

  /// Without what differs between two answers of one server.
  private static String alike(RawAnswer answer) {
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
