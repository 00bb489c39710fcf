package dev.goodput.metrics.hop;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What was found of one duty.
///
/// @param duty which
/// @param grade how it is done
/// @param said what was seen, in a line
/// @param remedy what would mend it; empty where nothing is to be mended or nobody knows
/// @param figures numbers behind it by name, their unit in the name
public record Finding(
    ProxyCheck duty,
    CheckResult grade,
    String said,
    String remedy,
    SortedMap<String, Double> figures) {
  /// Copies the figures.
  public Finding {
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /// What was found of a duty, without a remedy or figures.
  public static Finding of(ProxyCheck duty, CheckResult grade, String said) {
    return new Finding(duty, grade, said, "", Collections.emptySortedMap());
  }

  /// A duty that is done.
  public static Finding kept(ProxyCheck duty, String said) {
    return of(duty, CheckResult.KEPT, said);
  }

  /// A duty that is not done, which harms streams.
  public static Finding broken(ProxyCheck duty, String said) {
    return of(duty, CheckResult.BROKEN, said);
  }

  /// A duty of which nothing can be told.
  public static Finding untold(ProxyCheck duty, String why) {
    return of(duty, CheckResult.UNTOLD, "cannot tell: " + why);
  }

  /// The same with what would mend it.
  public Finding mendedBy(String what) {
    return new Finding(duty, grade, said, what, figures);
  }

  /// The same with a number more.
  public Finding with(String name, double value) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.put(name, value);
    return new Finding(duty, grade, said, remedy, more);
  }

  /// The same with several numbers more.
  public Finding with(Map<String, Double> numbers) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.putAll(numbers);
    return new Finding(duty, grade, said, remedy, more);
  }
}
