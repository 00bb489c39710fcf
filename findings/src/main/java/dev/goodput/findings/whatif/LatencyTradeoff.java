package dev.goodput.findings.whatif;

import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.LatencyComparison;
import dev.goodput.metrics.whatif.LinearTime;
import dev.goodput.metrics.whatif.Price;
import dev.goodput.metrics.whatif.WhatIf;
import dev.goodput.metrics.whatif.WhatIfSide;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.TextLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// The text that shows which of two servers is better for which reader.
final class LatencyTradeoff {
  private static final int WIDTH = 80;
  private static final int INDENT = 29;

  private LatencyTradeoff() {}

  static void write(WhatIf requested, WhatIf.Server b, StringBuilder text) {
    EvenStream one = requested.a().stream();
    EvenStream other = b.stream();
    line(text, "%n who gains");
    LatencyComparison faster = row("who needs it all (E2EL)", one, other, EvenStream::e2el, text);
    row("  by the textbook's E2EL", one, other, EvenStream::textbookE2el, text);
    row("who reads it along", one, other, each -> each.readBy(requested.reader()), text);
    cheaper(requested, b, text);
    line(text, "%n %-27s%-11s%-11s%s", "E2EL by length of answer", "A", "B", "faster");
    for (int length : requested.lengths(faster)) {
      long mine = one.e2el().nanos(length);
      long theirs = other.e2el().nanos(length);
      line(
          text,
          " %-27s%-11s%-11s%s",
          Figures.counted(length, "token") + (length == requested.tokens() ? "  (given)" : ""),
          WhatIfText.time(mine),
          WhatIfText.time(theirs),
          ahead(mine, theirs));
    }
  }

  /// Returns which server is faster, and by how much.
  private static String ahead(long mine, long theirs) {
    if (mine == theirs) {
      return "both alike";
    }
    long by = Math.abs(mine - theirs);
    return (mine < theirs ? "A" : "B")
        + " by "
        + WhatIfText.time(by)
        + ", "
        + Figures.share((double) by / Math.max(mine, theirs));
  }

  private static LatencyComparison row(
      String title,
      EvenStream one,
      EvenStream other,
      Function<EvenStream, LinearTime> time,
      StringBuilder text) {
    LinearTime a = time.apply(one);
    LinearTime b = time.apply(other);
    LatencyComparison faster = LatencyComparison.of(a, b);
    List<String> words = TextLayout.lines(words(faster, a, b), WIDTH - INDENT);
    for (int i = 0; i < words.size(); i++) {
      line(text, " %-28s%s", i == 0 ? title : "", words.get(i));
    }
    return faster;
  }

  private static String words(LatencyComparison faster, LinearTime a, LinearTime b) {
    return switch (faster) {
      case LatencyComparison.Equal _ -> "both alike at every length";
      case LatencyComparison.Always(WhatIfSide side, boolean equalAtOne) ->
          equalAtOne
              ? side + " from 2 tokens on; both alike at 1"
              : side + " at every length" + lead(a, b);
      case LatencyComparison.Crossover turns when turns.whole() ->
          "below %s tokens %s is faster, above %s; at %s both take %s"
              .formatted(
                  Figures.count(turns.lastBelow() + 1),
                  turns.below(),
                  turns.above(),
                  Figures.count(turns.lastBelow() + 1),
                  WhatIfText.time(a.nanos(turns.lastBelow() + 1)));
      case LatencyComparison.Crossover turns ->
          "up to %s %s is faster, from %s %s"
              .formatted(
                  Figures.counted(turns.lastBelow(), "token"),
                  turns.below(),
                  Figures.count(turns.firstAbove()),
                  turns.above());
    };
  }

  /// Returns the lead of one server if it is the same at every length.
  private static String lead(LinearTime a, LinearTime b) {
    return a.stepNanos() == b.stepNanos()
        ? ", by " + WhatIfText.time(Math.abs(a.firstNanos() - b.firstNanos()))
        : "";
  }

  private static void cheaper(WhatIf requested, WhatIf.Server b, StringBuilder text) {
    Price mine = requested.a().price();
    Price theirs = b.price();
    if (mine == null || theirs == null) {
      return;
    }
    double one = mine.perRequest(requested.a().stream(), requested.tokens());
    double other = theirs.perRequest(b.stream(), requested.tokens());
    line(text, " %-28s%s", "who pays", paying(mine, theirs, one, other));
  }

  private static String paying(Price mine, Price theirs, double one, double other) {
    if (!mine.currency().equals(theirs.currency())) {
      return "not comparable: %s and %s".formatted(mine.currency(), theirs.currency());
    }
    if (one == other) {
      return "both alike";
    }
    double saved = Math.abs(one - other) / Math.max(one, other);
    return "%s costs %s less a request, at this length"
        .formatted(one < other ? WhatIfSide.A : WhatIfSide.B, Figures.share(saved));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }
}
