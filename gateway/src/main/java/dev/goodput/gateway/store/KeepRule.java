package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.Always;
import dev.goodput.gateway.plan.Reckoning;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// A rule that selects failed and slow exchanges, which are always kept.
final class KeepRule implements Predicate<RequestRecord> {
  private final Set<Always> always;
  private final Map<String, Slo> slos = new HashMap<>();

  KeepRule(Set<Always> always, List<SloClass> sloClasses) {
    this.always = always;
    sloClasses.forEach(each -> slos.put(each.name(), each.slo()));
  }

  @Override
  public boolean test(RequestRecord record) {
    return record.outcome().failure()
        ? always.contains(Always.FAILED)
        : always.contains(Always.SLOW) && slow(record);
  }

  private boolean slow(RequestRecord record) {
    GatewayInfo gatewayInfo = record.passage();
    Slo slo = gatewayInfo == null ? null : slos.get(gatewayInfo.sloClass());
    if (slo == null) {
      return false;
    }
    SloJudge judge = new SloJudge(slo);
    // No class has a bound on reading, so the reading pace does not matter here.
    judge.judge(new RequestView(record, Reckoning.DEFAULTS.paceTps()));
    return judge.judged() && !judge.good();
  }
}
