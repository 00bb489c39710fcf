package dev.goodput.findings.whatif;

import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Price;
import dev.goodput.metrics.whatif.SloCheck;
import dev.goodput.metrics.whatif.WhatIf;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// The text of the consequences of a TTFT and a TPOT for people, 80 columns wide.
public final class WhatIfText {
  private static final int WIDTH = 80;
  private static final double MILLI = 1e6;

  private final WhatIf requested;
  private final List<WhatIf.Server> cases = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private WhatIfText(WhatIf requested) {
    this.requested = requested;
    cases.add(requested.a());
    if (requested.b() != null) {
      cases.add(requested.b());
    }
  }

  /// Returns the whole text.
  public static String of(WhatIf requested) {
    return new WhatIfText(requested).write();
  }

  private String write() {
    line(
        "goodput plan whatif   an answer of %s · a reader at %s tok/s%n%22s%s%n",
        Figures.counted(requested.tokens(), "token"),
        Figures.plain(requested.reader().paceTps()),
        "",
        "arithmetic: nothing was measured");
    if (requested.b() != null) {
      line(" %-28s%-25s%s", "", "A", "B");
    }
    delivery();
    reading();
    prices();
    if (requested.b() != null) {
      LatencyTradeoff.write(requested, requested.b(), text);
    }
    objectives();
    return text.toString();
  }

  private void delivery() {
    row("TTFT", each -> rated(each.ttftNanos(), each.ttftRating()));
    if (requested.streams()) {
      row("TPOT", each -> rated(each.tpotNanos(), each.tpotRating()));
      row("output speed", each -> Figures.plain(each.outputSpeed()) + " tok/s");
    } else {
      row("TPOT, irrelevant for 1 token", each -> time(each.tpotNanos()));
    }
    row(
        "E2EL = TTFT + (N−1)·TPOT",
        each -> rated(each.e2el().nanos(requested.tokens()), each.e2elRating(requested.tokens())));
    row("  textbook: TTFT + N·TPOT", each -> time(each.textbookE2el().nanos(requested.tokens())));
  }

  private void reading() {
    long tokens = requested.tokens();
    row("a reader waits for token 1", each -> time(each.ttftNanos()));
    row("  stalls further on", each -> time(stalls(each)));
    row("  reads, (N−1) ÷ pace", each -> time((tokens - 1) * requested.reader().tokenNanos()));
    row(
        "  has read it all after",
        each -> time(each.readBy(requested.reader()).nanos(requested.tokens())));
    if (requested.streams()) {
      row("  output speed ÷ pace", this::surplus);
    }
  }

  private long stalls(EvenStream stream) {
    return (requested.tokens() - 1L) * stream.stallNanos(requested.reader());
  }

  private String surplus(EvenStream stream) {
    double surplus = stream.surplusSpeed(requested.reader());
    String words = surplus < 1 ? ", they wait" : surplus > 2 ? ", more than used" : "";
    return Figures.times(surplus) + words;
  }

  private void prices() {
    if (cases.stream().allMatch(each -> each.price() == null)) {
      return;
    }
    priced("cost per request", (price, stream) -> price.perRequest(stream, requested.tokens()));
    priced(
        "  per million output tokens",
        (price, stream) -> price.perMillionOutputTokens(stream, requested.tokens()));
    satisfaction();
    if (cases.stream().anyMatch(each -> !each.taken().isEmpty())) {
      cells(
          "  terms that are A's",
          each -> each.taken().isEmpty() ? "" : String.join(", ", each.taken()));
    }
    if (cases.stream().anyMatch(each -> each.price() instanceof Price.Hourly)) {
      cells(
          "  requests answered",
          each ->
              each.price() instanceof Price.Hourly hourly
                  ? Figures.number(hourly.requestsPerSecond(each.stream(), requested.tokens()))
                      + "/s"
                  : "");
      TextLayout.lines(
              "cost-per-hour is for a server that always has the requests of"
                  + " concurrency in flight, with that TTFT and TPOT",
              WIDTH - 1)
          .forEach(part -> line(" %s", part));
    }
  }

  private void satisfaction() {
    if (cases.stream().allMatch(each -> each.satisfied() == null)) {
      return;
    }
    cells(
        "  per satisfied user",
        each -> {
          Double cost = each.perSatisfiedRequest(requested.tokens());
          Price price = each.price();
          return cost == null || price == null
              ? "not given"
              : Figures.number(cost)
                  + " "
                  + price.currency()
                  + " at "
                  + Figures.share(each.satisfied());
        });
    Double least = requested.breakEvenSatisfaction();
    if (least != null) {
      cells(
          "  B is as cheap from",
          each ->
              !each.equals(requested.b())
                  ? ""
                  : least > 1
                      ? "no share of satisfied users"
                      : Figures.share(least) + " satisfied users");
    }
  }

  /// A function that returns the cost of one server.
  private interface Amount {
    double of(Price price, EvenStream stream);
  }

  private void priced(String title, Amount amount) {
    cells(
        title,
        each -> {
          Price price = each.price();
          return price == null
              ? "not given"
              : Figures.number(amount.of(price, each.stream())) + " " + price.currency();
        });
  }

  private void objectives() {
    line(
        "%n %s SLO met, if every request were like this",
        requested.b() == null ? "   " : "A    B   ");
    List<List<SloCheck>> fits = cases.stream().map(requested::fits).toList();
    for (int i = 0; i < fits.getFirst().size(); i++) {
      SloCheck first = fits.getFirst().get(i);
      StringBuilder marks = new StringBuilder();
      for (List<SloCheck> each : fits) {
        marks.append(each.get(i).met() ? " yes " : " no  ");
      }
      String name = first.slo().name();
      if (name == null) {
        line("%s  %s", marks, first.slo().expression());
      } else {
        line("%s  %-15s  %s", marks, name, first.slo().expression());
      }
    }
  }

  private void row(String title, Function<EvenStream, String> figure) {
    cells(title, each -> figure.apply(each.stream()));
  }

  private void cells(String title, Function<WhatIf.Server, String> figure) {
    StringBuilder cells = new StringBuilder();
    cases.forEach(each -> cells.append("%-25s".formatted(figure.apply(each))));
    line(" %-28s%s", title, cells.toString().stripTrailing());
  }

  private static String rated(long nanos, Rating rating) {
    return "%-8s  %s".formatted(time(nanos), rating.label());
  }

  /// Formats a time without meaningless digits.
  static String time(long nanos) {
    double millis = nanos / MILLI;
    return millis < 600_000 ? Figures.bound(millis) : Figures.span(millis / 1000);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }
}
