package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.LogPlan.AlwaysStored;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SplitMix64;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The choice of exchanges to keep: whole sessions if they are named, otherwise whole requests with
/// all of their attempts. Of exchanges that are always kept, only the last attempt is kept.
///
/// @param share above 0 and at most 1
/// @param always exchanges that are kept whatever the share is, by their last attempt, such as
///   failed and slow ones
/// @param words the meaning of `always`, such as `failed and slow`; empty if nothing is always kept
public record Sampling(double share, Predicate<RequestRecord> always, String words) {
  /// Keeps everything.
  public static final Sampling ALL = new Sampling(1, record -> false, "");

  /// @throws IllegalArgumentException if the share is out of range
  public Sampling {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must be above 0 and at most 1, found " + share);
    }
  }

  /// Returns a sampling of the given share.
  static Sampling of(double share) {
    return new Sampling(share, ALL.always, "");
  }

  /// Returns a plan's sampling.
  ///
  /// @param sloClasses the classes whose bounds determine which exchanges are slow
  public static Sampling of(LogPlan plan, List<SloClass> sloClasses) {
    String words =
        Arrays.stream(AlwaysStored.values())
            .filter(plan.always()::contains)
            .map(AlwaysStored::key)
            .collect(Collectors.joining(" or "));
    return new Sampling(plan.share(), new KeepRule(plan.always(), sloClasses), words);
  }

  boolean keeps(RequestRecord record) {
    return share == 1 || place(record) < share || (record.last() && always.test(record));
  }

  /// Returns a value from 0 to below 1, the same for all attempts and for all requests of a
  /// session.
  private static double place(RequestRecord record) {
    GatewayInfo gatewayInfo = record.passage();
    String session = gatewayInfo == null ? "" : gatewayInfo.session();
    long whose = session.isEmpty() ? record.id() : session.hashCode();
    return SplitMix64.unit(SplitMix64.mix(whose));
  }

  /// Returns what a reader of such a log must know; empty if the log holds everything.
  String note() {
    if (share == 1) {
      return "";
    }
    String part = "the log holds %s %% of the traffic, by session".formatted(percent());
    return words.isEmpty()
        ? part + ": rates and counts are of that part"
        : part
            + ", and whatever else was "
            + words
            + ": rates and counts are of that part, and shares and percentiles look worse than all"
            + " of the traffic was";
  }

  private String percent() {
    String text = Double.toString(Math.round(share * 1e8) / 1e6);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /// A rule that selects failed and slow exchanges, which are always kept.
  private static final class KeepRule implements Predicate<RequestRecord> {
    private final Set<AlwaysStored> always;
    private final Map<String, Slo> slos = new HashMap<>();

    KeepRule(Set<AlwaysStored> always, List<SloClass> sloClasses) {
      this.always = always;
      sloClasses.forEach(each -> slos.put(each.name(), each.slo()));
    }

    @Override
    public boolean test(RequestRecord record) {
      return record.outcome().failure()
          ? always.contains(AlwaysStored.FAILED)
          : always.contains(AlwaysStored.SLOW) && slow(record);
    }

    private boolean slow(RequestRecord record) {
      GatewayInfo gatewayInfo = record.passage();
      Slo slo = gatewayInfo == null ? null : slos.get(gatewayInfo.sloClass());
      if (slo == null) {
        return false;
      }
      SloJudge judge = new SloJudge(slo);
      // No class has a bound on reading, so the reading pace does not matter here.
      judge.judge(new RequestView(record, AccountingPlan.DEFAULTS.paceTps()));
      return judge.judged() && !judge.good();
    }
  }
}
