package dev.goodput.metrics.hop;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The finding for one requirement.
///
/// @param check the requirement
/// @param rating how well it is met
/// @param message what was observed, in a line
/// @param remedy what would fix it; empty if nothing needs fixing or the fix is unknown
/// @param figures the numbers behind it by name, with the unit in the name
public record CheckFinding(
    ProxyCheck check,
    CheckResult rating,
    String message,
    String remedy,
    SortedMap<String, Double> figures) {
  /// Copies the figures.
  public CheckFinding {
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /// Returns a finding without a remedy or figures.
  public static CheckFinding of(ProxyCheck check, CheckResult rating, String message) {
    return new CheckFinding(check, rating, message, "", Collections.emptySortedMap());
  }

  /// Returns a finding for a requirement that is met.
  public static CheckFinding passed(ProxyCheck check, String message) {
    return of(check, CheckResult.KEPT, message);
  }

  /// Returns a finding for a requirement that is not met, which harms streams.
  public static CheckFinding broken(ProxyCheck check, String message) {
    return of(check, CheckResult.BROKEN, message);
  }

  /// Returns a finding for a check without a result.
  public static CheckFinding unknown(ProxyCheck check, String why) {
    return of(check, CheckResult.UNKNOWN, "cannot determine: " + why);
  }

  /// Returns the same with a remedy.
  public CheckFinding withRemedy(String what) {
    return new CheckFinding(check, rating, message, what, figures);
  }

  /// Returns the same with one more number.
  public CheckFinding with(String name, double value) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.put(name, value);
    return new CheckFinding(check, rating, message, remedy, more);
  }

  /// Returns the same with more numbers.
  public CheckFinding with(Map<String, Double> numbers) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.putAll(numbers);
    return new CheckFinding(check, rating, message, remedy, more);
  }
}
