package dev.goodput.lab.hop;

import java.util.Locale;

/// What becomes of an upstream's failures on the way to the client.
final class FailureProbe {
  private static final int TOKENS = 40;
  private static final int GAP_MILLIS = 5;
  private static final double SOON_SECONDS = 1;

  private FailureProbe() {}

  /// Half an answer, then the end of the connection (FIN).
  static Finding cut(Probing probing, Upstream upstream) {
    return broken(Duty.CUT, Script.End.CUT, probing, upstream);
  }

  /// Half an answer, then a reset (RST).
  static Finding reset(Probing probing, Upstream upstream) {
    return broken(Duty.RESET, Script.End.RESET, probing, upstream);
  }

  private static Finding broken(Duty duty, Script.End end, Probing probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, GAP_MILLIS, end));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    boolean asked10 = upstream.attempts(probe).stream().anyMatch(Attempt::http10);
    if (seen.done()) {
      return Finding.broken(duty, "half an answer ends in a [DONE] that the upstream never sent");
    }
    if (!seen.looksWhole() || seen.status() >= 500) {
      return Finding.kept(duty, "the client sees it: " + seen.words());
    }
    Finding whole = Finding.broken(duty, "half an answer looks like a whole one: " + seen.words());
    return asked10
        ? new Finding(
            duty,
            Grade.BROKEN,
            whole.said()
                + "; it asks in HTTP/1.0, where the end of a connection is the end of an answer",
            "nginx: proxy_http_version 1.1;",
            whole.figures())
        : whole;
  }

  /// A 503.
  static Finding refusal(Probing probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(1, 1, Script.End.REFUSED).withFirstMillis(1));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    int asked = upstream.attempts(probe).size();
    String what =
        "the client sees %s; the upstream was asked %s".formatted(seen.words(), times(asked));
    boolean kept = seen.status() == 503 && asked == 1;
    return (kept ? Finding.kept(Duty.REFUSAL, what) : Finding.broken(Duty.REFUSAL, what))
        .with("upstream_requests", asked);
  }

  /// A connection that ends in place of an answer.
  static Finding unanswered(Probing probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(1, 1, Script.End.UNANSWERED).withFirstMillis(20));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    int asked = upstream.attempts(probe).size();
    String what =
        "the client sees %s; the upstream was asked %s".formatted(seen.words(), times(asked));
    boolean told = seen.status() >= 500 || !seen.looksWhole();
    return (asked <= 1 && told
            ? Finding.kept(Duty.NO_ANSWER, what)
            : Finding.broken(Duty.NO_ANSWER, what))
        .with("upstream_requests", asked);
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /// Nobody listens where the upstream was.
  static Finding unreachable(Probing probing, Upstream upstream) {
    upstream.leave();
    try {
      RawAnswer seen = probing.via("Is anybody there?", TOKENS);
      String what = String.format(Locale.ROOT, "%s after %.2f s", seen.words(), seen.seconds());
      boolean kept = seen.status() >= 500 && seen.seconds() <= SOON_SECONDS;
      return (kept ? Finding.kept(Duty.UNREACHABLE, what) : Finding.broken(Duty.UNREACHABLE, what))
          .with("seconds", seen.seconds());
    } finally {
      upstream.listen();
    }
  }
}
