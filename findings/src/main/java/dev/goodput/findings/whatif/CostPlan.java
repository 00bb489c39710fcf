package dev.goodput.findings.whatif;

import dev.goodput.metrics.result.Cost;
import dev.goodput.report.words.Figures;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What tokens and requests cost on a server of a known price and speed.
///
/// @param cost the price of an hour of all servers
/// @param tps output tokens per second while busy
/// @param utilization share of the time that the servers are busy
/// @param goodShare share of the tokens that belong to good requests; null if not given
/// @param outputTokens length of a response; null if not given
/// @param requestsPerMonth requests of one user in a month; null if not given
public record CostPlan(
    Cost cost,
    double tps,
    double utilization,
    @Nullable Double goodShare,
    @Nullable Integer outputTokens,
    @Nullable Double requestsPerMonth) {
  private static final double MILLION = 1e6;

  double perMillionTokens() {
    return cost.perUnit(tps * utilization) * MILLION;
  }

  @Nullable Double perMillionGoodTokens() {
    return goodShare == null ? null : perMillionTokens() / goodShare;
  }

  @Nullable Double perRequest() {
    return outputTokens == null ? null : perMillionTokens() / MILLION * outputTokens;
  }

  @Nullable Double perUserMonth() {
    Double request = perRequest();
    return request == null || requestsPerMonth == null ? null : request * requestsPerMonth;
  }

  /// Returns the text for people, 80 columns wide.
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "goodput plan cost   %s output tok/s at %s %s per hour%n"
            .formatted(Figures.plain(tps), Figures.plain(cost.perHour()), cost.currency()));
    text.append("%20sarithmetic: nothing was measured%n".formatted(""));
    if (utilization < 1) {
      text.append("%20sbusy %s of the time%n".formatted("", Figures.share(utilization)));
    }
    text.append(System.lineSeparator());
    row("million output tokens", perMillionTokens(), text);
    row("million good tokens", perMillionGoodTokens(), text);
    row("request", perRequest(), text);
    row("user and month", perUserMonth(), text);
    return text.toString();
  }

  private void row(String each, @Nullable Double price, StringBuilder text) {
    if (price != null) {
      String amount = Figures.number(price) + " " + cost.currency();
      text.append(String.format(Locale.ROOT, " per %-24s%s%n", each, amount));
    }
  }

  /// Returns the JSON `goodput.cost/1`. The schema is `docs/cost.schema.json`.
  public String json() {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.cost/1");
    root.put("per_hour", cost.perHour());
    root.put("currency", cost.currency());
    root.put("output_tps", tps);
    root.put("utilization", utilization);
    root.put("per_million_output_tokens", perMillionTokens());
    put("per_million_good_tokens", perMillionGoodTokens(), root);
    put("per_request", perRequest(), root);
    put("per_user_month", perUserMonth(), root);
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(String name, @Nullable Double value, ObjectNode into) {
    if (value != null) {
      into.put(name, value.doubleValue());
    }
  }
}
