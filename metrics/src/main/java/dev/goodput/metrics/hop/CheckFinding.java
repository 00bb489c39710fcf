package dev.goodput.metrics.hop;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The finding for one requirement.
///
/// @param duty the requirement
/// @param grade how well it is met
/// @param said what was observed, in a line
/// @param remedy what would fix it; empty if nothing needs fixing or the fix is unknown
/// @param figures the numbers behind it by name, with the unit in the name
public record CheckFinding(
    ProxyCheck duty,
    CheckResult grade,
    String said,
    String remedy,
    SortedMap<String, Double> figures) {
  /// Copies the figures.
  public CheckFinding {
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /// What was found of a duty, without a remedy or figures.
  public static CheckFinding of(ProxyCheck duty, CheckResult grade, String said) {
    return new CheckFinding(duty, grade, said, "", Collections.emptySortedMap());
  }

  /// A duty that is done.
  public static CheckFinding kept(ProxyCheck duty, String said) {
    return of(duty, CheckResult.KEPT, said);
  }

  /// A duty that is not done, which harms streams.
  public static CheckFinding broken(ProxyCheck duty, String said) {
    return of(duty, CheckResult.BROKEN, said);
  }

  /// A check without a result.
  public static CheckFinding unknown(ProxyCheck duty, String why) {
    return of(duty, CheckResult.UNKNOWN, "cannot determine: " + why);
  }

  /// The same with what would mend it.
  public CheckFinding withRemedy(String what) {
    return new CheckFinding(duty, grade, said, what, figures);
  }

  /// The same with a number more.
  public CheckFinding with(String name, double value) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.put(name, value);
    return new CheckFinding(duty, grade, said, remedy, more);
  }

  /// The same with several numbers more.
  public CheckFinding with(Map<String, Double> numbers) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.putAll(numbers);
    return new CheckFinding(duty, grade, said, remedy, more);
  }
}
