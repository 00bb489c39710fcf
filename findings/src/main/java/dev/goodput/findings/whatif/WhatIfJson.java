package dev.goodput.findings.whatif;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.LatencyComparison;
import dev.goodput.metrics.whatif.LinearTime;
import dev.goodput.metrics.whatif.Price;
import dev.goodput.metrics.whatif.SloCheck;
import dev.goodput.metrics.whatif.WhatIf;
import dev.goodput.metrics.whatif.WhatIfSide;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of the consequences of a TTFT and a TPOT as `goodput.whatif/1`. The JSON Schema is
/// `docs/whatif.schema.json`.
public final class WhatIfJson {
  private static final double MILLI = 1e6;

  private final WhatIf requested;

  private WhatIfJson(WhatIf requested) {
    this.requested = requested;
  }

  /// Returns the document, with a line end.
  public static String of(WhatIf requested) {
    return new WhatIfJson(requested).tree().toPrettyString() + System.lineSeparator();
  }

  private ObjectNode tree() {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.whatif/1");
    root.put("tokens", requested.tokens());
    root.put("pace_tps", requested.reader().paceTps());
    put(requested.a(), root.putObject("a"));
    WhatIf.Server b = requested.b();
    if (b != null) {
      put(b, root.putObject("b"));
      ObjectNode comparison = root.putObject("comparison");
      compare(b.stream(), comparison);
      Double least = requested.breakEvenSatisfaction();
      if (least != null) {
        comparison.put("break_even_satisfied_share", least);
      }
    }
    return root;
  }

  private void put(WhatIf.Server one, ObjectNode into) {
    EvenStream stream = one.stream();
    int tokens = requested.tokens();
    into.put("ttft_ms", stream.ttftNanos() / MILLI);
    into.put("tpot_ms", stream.tpotNanos() / MILLI);
    if (requested.streams()) {
      into.put("output_tps_per_user", stream.outputSpeed());
    }
    into.put("e2el_ms", stream.e2el().nanos(tokens) / MILLI);
    into.put("textbook_e2el_ms", stream.textbookE2el().nanos(tokens) / MILLI);
    into.put("generation_time_ms", (stream.e2el().nanos(tokens) - stream.ttftNanos()) / MILLI);
    reading(stream, into.putObject("reading"));
    ObjectNode ratings = into.putObject("ratings");
    ratings.put("ttft", stream.ttftRating().label());
    if (requested.streams()) {
      ratings.put("tpot", stream.tpotRating().label());
    }
    ratings.put("e2el", stream.e2elRating(tokens).label());
    ArrayNode slos = into.putArray("slo");
    requested.fits(one).forEach(fit -> put(fit, slos.addObject()));
    Price price = one.price();
    if (price != null) {
      ObjectNode cost = into.putObject("cost");
      cost(price, stream, cost);
      Double satisfied = one.perSatisfiedRequest(tokens);
      if (satisfied != null) {
        cost.put("satisfied_share", one.satisfied());
        cost.put("per_satisfied_request", satisfied);
      }
      if (!one.taken().isEmpty()) {
        one.taken().forEach(cost.putArray("terms_of_a")::add);
      }
    }
  }

  private void reading(EvenStream stream, ObjectNode into) {
    long further = requested.tokens() - 1L;
    double stalls = further * stream.stallNanos(requested.reader()) / MILLI;
    into.put("waiting_ms", stream.ttftNanos() / MILLI + stalls);
    into.put("stall_ms", stalls);
    into.put("longest_stall_ms", further == 0 ? 0 : stream.stallNanos(requested.reader()) / MILLI);
    into.put("reading_ms", further * requested.reader().tokenNanos() / MILLI);
    into.put("read_by_ms", stream.readBy(requested.reader()).nanos(requested.tokens()) / MILLI);
    if (requested.streams()) {
      into.put("surplus_speed", stream.surplusSpeed(requested.reader()));
    }
  }

  private static void put(SloCheck fit, ObjectNode into) {
    String name = fit.slo().name();
    if (name != null) {
      into.put("name", name);
    }
    into.put("expression", fit.slo().expression());
    into.put("met", fit.met());
    ArrayNode missed = into.putArray("missed");
    fit.missed().stream().map(Bound::expression).forEach(missed::add);
  }

  private void cost(Price price, EvenStream stream, ObjectNode into) {
    into.put("per_request", price.perRequest(stream, requested.tokens()));
    into.put("per_million_output_tokens", price.perMillionOutputTokens(stream, requested.tokens()));
    into.put("currency", price.currency());
    switch (price) {
      case Price.Metered metered ->
          into.put("kind", "metered")
              .put("input_tokens", metered.inputTokens())
              .put("per_million_input", metered.perMillionInput())
              .put("per_million_output", metered.perMillionOutput());
      case Price.Request _ -> into.put("kind", "request");
      case Price.Hourly hourly ->
          into.put("kind", "hourly")
              .put("per_hour", hourly.perHour())
              .put("concurrency", hourly.concurrency())
              .put("rps", hourly.requestsPerSecond(stream, requested.tokens()));
    }
  }

  private void compare(EvenStream b, ObjectNode into) {
    EvenStream a = requested.a().stream();
    LatencyComparison faster = LatencyComparison.of(a.e2el(), b.e2el());
    put(faster, into.putObject("e2el"));
    put(LatencyComparison.of(a.textbookE2el(), b.textbookE2el()), into.putObject("textbook_e2el"));
    LinearTime mine = a.readBy(requested.reader());
    put(LatencyComparison.of(mine, b.readBy(requested.reader())), into.putObject("read_by"));
    ArrayNode lengths = into.putArray("by_length");
    for (int length : requested.lengths(faster)) {
      long one = a.e2el().nanos(length);
      long other = b.e2el().nanos(length);
      lengths
          .addObject()
          .put("tokens", length)
          .put("a_e2el_ms", one / MILLI)
          .put("b_e2el_ms", other / MILLI)
          .put("faster", one == other ? "equal" : word(one < other ? WhatIfSide.A : WhatIfSide.B));
    }
  }

  private static void put(LatencyComparison faster, ObjectNode into) {
    switch (faster) {
      case LatencyComparison.Equal _ -> into.put("kind", "equal");
      case LatencyComparison.Always(WhatIfSide side, boolean equalAtOne) ->
          into.put("kind", "always")
              .put("faster", word(side))
              .put("from_tokens", equalAtOne ? 2 : 1);
      case LatencyComparison.Crossover turns ->
          into.put("kind", "crossing")
              .put("crossing_tokens", turns.tokens())
              .put("faster_below", word(turns.below()))
              .put("faster_above", word(turns.above()));
    }
  }

  private static String word(WhatIfSide side) {
    return side.name().toLowerCase(Locale.ROOT);
  }
}
