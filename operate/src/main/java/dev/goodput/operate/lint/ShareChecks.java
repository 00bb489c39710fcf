package dev.goodput.operate.lint;

import dev.goodput.operate.promql.Expr;
import dev.goodput.operate.promql.Expr.Binary;
import dev.goodput.operate.promql.Expr.Call;
import dev.goodput.operate.promql.Expr.Selector;
import dev.goodput.operate.promql.Expr.Subquery;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks of shares: the ratios of bad to all requests in SLO alerts.
final class ShareChecks {
  /// Names of recorded shares: with a colon, or as other rule generators write them.
  private static final Pattern SHARE_NAME =
      Pattern.compile(".*(:.*(ratio|share|error_rate|errors?_per)|burn_?rate).*");

  private static final Pattern BAD_NAME = Pattern.compile(".*(bad|error|fail|miss|abort|reject).*");

  /// Gauges of engines that are a share of their capacity.
  private static final Pattern FULL_AT_ONE =
      Pattern.compile("(vllm:|sglang:|trtllm_|goodput_).*(usage_perc|usage|hit_rate|ratio)");

  /// Counters of finished responses, which exclude aborted and failed requests.
  private static final Pattern FINISHED_ONLY =
      Pattern.compile(
          "(vllm:|sglang:|trtllm_|tgi_|dynamo_|llamacpp:|gen_ai_|goodput_(ttft|tpot|itl|e2el)_).*"
              + "(_bucket|_count|request_success(_total)?)");

  private static final double HIGH_SHARE = 0.8;

  private ShareChecks() {}

  static void check(LintedRule rule) {
    rule.expr().all().forEach(node -> checkNode(rule, node));
    if (rule.alert()) {
      checkEvidenceGate(rule);
    }
  }

  private static void checkNode(LintedRule rule, Expr node) {
    switch (node) {
      case Binary binary when binary.compares() -> checkThreshold(rule, binary);
      case Binary binary when binary.operator().equals("-") -> checkComplement(rule, binary);
      case Binary binary when binary.operator().equals("/") -> checkDivision(rule, binary);
      case Call call when call.function().equals("avg_over_time") -> {
        if (call.parts().stream().anyMatch(ShareChecks::overShare)) {
          reportUnweighted(rule, call, "an average of ratios");
        }
      }
      default -> {
        // No share.
      }
    }
  }

  private static void reportUnweighted(LintedRule rule, Expr at, String what) {
    rule.report(
        "unweighted-window",
        at,
        what
            + " counts quiet minutes as much as busy ones; divide sums of bad and of all requests");
  }

  private static boolean overShare(Expr argument) {
    return argument instanceof Subquery subquery ? isShare(subquery.inner()) : isShare(argument);
  }

  /// Returns whether an expression is a share of requests, from 0 to 1.
  static boolean isShare(Expr expr) {
    return switch (expr) {
      case Selector selector -> SHARE_NAME.matcher(selector.metric()).matches();
      case Binary binary when binary.operator().equals("-") ->
          Double.valueOf(1).equals(binary.left().constant()) && isRatio(binary.right());
      case Binary binary when binary.operator().equals("/") ->
          isRatio(binary) && isPart(binary.left(), binary.right());
      case Binary binary when List.of("or", "and", "unless").contains(binary.operator()) ->
          isShare(binary.left());
      case Expr.Aggregation aggregation ->
          List.of("sum", "max", "min", "avg").contains(aggregation.operator())
              && aggregation.parts().stream().allMatch(ShareChecks::isShare);
      case Call call ->
          List.of("avg_over_time", "max_over_time", "clamp_max", "clamp_min", "clamp", "abs")
                  .contains(call.function())
              && !call.parts().isEmpty()
              && overShare(call.parts().getFirst());
      default -> false;
    };
  }

  private static boolean isRatio(Expr expr) {
    return expr instanceof Binary division
        && division.operator().equals("/")
        && division.right().constant() == null
        && division.left().constant() == null;
  }

  /// Returns whether one expression counts a part of what another counts: the same metric with more
  /// matchers, or a metric of errors.
  private static boolean isPart(Expr part, Expr total) {
    if (part.calls("histogram_quantile")) {
      return false;
    }
    Set<String> names = names(total);
    return part.selectors()
        .anyMatch(each ->
            names.contains(each.metric())
                || BAD_NAME.matcher(each.metric()).matches()
                || (each.metric().endsWith("_bucket") && names.contains(count(each.metric()))));
  }

  private static String count(String bucket) {
    return bucket.substring(0, bucket.length() - "_bucket".length()) + "_count";
  }

  private static Set<String> names(Expr expr) {
    Set<String> names = new HashSet<>();
    expr.selectors().forEach(each -> names.add(each.metric()));
    return names;
  }

  /// Returns the threshold for the share of bad requests in a comparison of the form `share > c` or
  /// `bad > c * all`; empty for other comparisons.
  private static Optional<Double> shareThreshold(Binary comparison) {
    if (!comparison.operator().startsWith(">")) {
      return Optional.empty();
    }
    Double constant = comparison.right().constant();
    if (constant != null) {
      boolean multiple =
          namedBurnRate(comparison.left()) && comparison.right() instanceof Expr.NumberLiteral;
      return isShare(comparison.left()) && !multiple ? Optional.of(constant) : Optional.empty();
    }
    boolean bad =
        comparison.left().selectors().anyMatch(s -> BAD_NAME.matcher(s.metric()).matches());
    return bad ? factor(comparison.right()) : Optional.empty();
  }

  /// Returns whether a metric is named a burn rate; compared with a literal, it may be in multiples
  /// of the error budget.
  private static boolean namedBurnRate(Expr expr) {
    return expr.selectors().anyMatch(each -> each.metric().contains("burn"));
  }

  /// Returns the constant factor of a product with one factor that is not constant.
  private static Optional<Double> factor(Expr expr) {
    if (!(expr instanceof Binary product) || !product.operator().equals("*")) {
      return Optional.empty();
    }
    Double left = product.left().constant();
    Double right = product.right().constant();
    if (left != null) {
      double known = left;
      return product.right() instanceof Binary
          ? factor(product.right()).map(inner -> inner * known)
          : Optional.of(left);
    }
    if (right != null) {
      double known = right;
      return product.left() instanceof Binary
          ? factor(product.left()).map(inner -> inner * known)
          : Optional.of(right);
    }
    return Optional.empty();
  }

  private static void checkThreshold(LintedRule rule, Binary comparison) {

    fullAtOne(rule, comparison);
    shareThreshold(comparison)
        .filter(share -> share > HIGH_SHARE)
        .ifPresent(share ->
            rule.report(
                "unreachable-threshold",
                comparison,
                share >= 1
                    ? "a share is at most 1, so it is never above %s: the burn rate is too high for the target"
                        .formatted(Numbers.plain(share))
                    : "fires above %s %% of bad requests only; a lower burn rate fires sooner"
                        .formatted(Numbers.plain(share * 100))));
  }

  private static void fullAtOne(LintedRule rule, Binary comparison) {
    Double threshold = comparison.right().constant();
    Optional<Selector> gauge =
        comparison
            .left()
            .selectors()
            .filter(each -> FULL_AT_ONE.matcher(each.metric()).matches())
            .findFirst();
    boolean scaled = comparison.left().all().anyMatch(node -> node instanceof Binary);
    if (gauge.isPresent()
        && !scaled
        && threshold != null
        && threshold > 1
        && comparison.operator().startsWith(">")) {
      rule.report(
          "unreachable-threshold",
          comparison,
          "%s is at most 1, so it is never above %s"
              .formatted(gauge.get().metric(), Numbers.plain(threshold)));
    }
  }

  /// Checks `1 - good / all` and `all - good`, which have no result without a good series.

  private static void checkComplement(LintedRule rule, Binary difference) {
    if (Double.valueOf(1).equals(difference.left().constant())
        && difference.right() instanceof Binary division
        && isRatio(division)) {
      if (mayBeMissing(division.left(), division.right())) {
        reportVanishing(rule, difference, "1 - good / all");
      }
    } else if (difference.left().constant() == null
        && difference.left().calls("rate", "increase")
        && mayBeMissing(difference.right(), difference.left())) {
      reportVanishing(rule, difference, "all - good");
    }
  }

  private static void reportVanishing(LintedRule rule, Expr at, String form) {
    rule.report(
        "vanishing-ratio",
        at,
        form
            + " has no result while no good series exists, so an outage from the start is silent;"
            + " write (good or 0 * all)");
  }

  /// Returns whether one expression may have no series although the other has some, without an `or`
  /// for that case.
  private static boolean mayBeMissing(Expr part, Expr total) {
    boolean raw = part.selectors().anyMatch(each -> each.range() != null);
    boolean guarded =
        part.calls("absent")
            || part.all().anyMatch(node -> node instanceof Binary or && or.operator().equals("or"));

    // Every bucket of a histogram exists if one does.
    boolean bucket = part.selectors().allMatch(each -> each.metric().endsWith("_bucket"));
    return raw && !guarded && !bucket && !conditions(part).equals(conditions(total));
  }

  private static Set<String> conditions(Expr expr) {
    Set<String> conditions = new HashSet<>();
    expr.selectors().forEach(each -> conditions.add(each.metric() + each.matchers()));
    return conditions;
  }

  private static void checkDivision(LintedRule rule, Binary division) {
    checkSurvivorBias(rule, division);
    if (callsOnShare(division.left(), "sum_over_time")
        && callsOnShare(division.right(), "count_over_time")) {
      reportUnweighted(rule, division, "a mean of ratios");
    }
    boolean bad =
        division
            .left()
            .selectors()
            .anyMatch(each ->
                (each.range() != null && !each.matchers().isEmpty())
                    || BAD_NAME.matcher(each.metric()).matches());
    boolean recorded = !rule.alert() && rule.expr().equals(division);
    if (recorded && bad && isShare(division) && mayBeMissing(division.left(), division.right())) {
      rule.report(
          "missing-or-0",
          division,
          "records nothing while no bad series exists, so the budget has gaps; write"
              + " (bad or 0 * all) / all");
    }
  }

  private static boolean callsOnShare(Expr expr, String function) {
    return expr.all()
        .anyMatch(node ->
            node instanceof Call call
                && call.function().equals(function)
                && call.parts().stream().anyMatch(ShareChecks::overShare));
  }

  private static void checkSurvivorBias(LintedRule rule, Binary division) {
    boolean belowEdge =
        division
            .left()
            .selectors()
            .anyMatch(each ->
                each.metric().endsWith("_bucket")
                    && each.matchers().stream()
                        .anyMatch(m -> m.label().equals("le") && !m.value().equals("+Inf")));
    Optional<Selector> finished =
        division
            .right()
            .selectors()
            .filter(each -> FINISHED_ONLY.matcher(each.metric()).matches())
            .findFirst();
    if (belowEdge && finished.isPresent()) {
      rule.report(
          "survivor-bias",
          division,
          finished.get().metric()
              + " counts finished responses only: aborted and failed requests are in neither side;"
              + " divide by a counter of attempts such as goodput_upstream_slo_requests_total");
    }
  }

  /// Checks that an alert on a share also requires a number of requests.
  private static void checkEvidenceGate(LintedRule rule) {
    List<Binary> comparisons =
        rule.expr()
            .all()
            .filter(node -> node instanceof Binary binary && binary.compares())
            .map(Binary.class::cast)
            .toList();
    Optional<Binary> share =
        comparisons.stream().filter(each -> shareThreshold(each).isPresent()).findFirst();
    boolean gated = comparisons.stream().anyMatch(ShareChecks::countsRequests);
    if (share.isPresent() && !gated) {
      rule.report(
          "no-evidence-gate",
          share.get(),
          "one bad request among few fires it; add: and bad > n*b + 3.5*sqrt(n*b) + 2");
    }
  }

  /// Returns whether a comparison requires a minimum number of requests, or more bad requests than
  /// expected plus a constant.
  private static boolean countsRequests(Binary comparison) {
    if (shareThreshold(comparison).isPresent() || isShare(comparison.left())) {
      return false;
    }
    Expr left = comparison.left();
    boolean count =
        left.calls("rate", "increase", "sum_over_time")
            || left.selectors().anyMatch(each -> each.metric().contains("increase"));
    Double constant = comparison.right().constant();
    boolean positive = constant != null && constant > 0;
    boolean sum = comparison.right() instanceof Binary binary && binary.operator().equals("+");
    return comparison.operator().startsWith(">") && count && (positive || sum);
  }
}
