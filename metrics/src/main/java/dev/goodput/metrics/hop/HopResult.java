package dev.goodput.metrics.hop;

import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.result.Conclusion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was found of a proxy.
///
/// @param direct the server without it, in words
/// @param via the proxy, in words
/// @param embedded whether our own server stood behind it
/// @param mostAddedMillis what it may add to the first token and to slow gaps
/// @param delays what it adds
/// @param findings of every duty that was looked at, in the duties' order
/// @param failure of the side that answered nothing; null where none did
/// @param reason why the asking did not end as planned, in a line; empty where it did
public record HopResult(
    String direct,
    String via,
    boolean embedded,
    double mostAddedMillis,
    Delays delays,
    List<Finding> findings,
    @Nullable SideFailure failure,
    String reason) {
  /// Without a word on these nothing can be said of the whole.
  private static final Set<ProxyCheck> LEAST =
      EnumSet.of(ProxyCheck.BYTES, ProxyCheck.DELAY, ProxyCheck.COALESCING);

  /// Copies the list.
  public HopResult {
    findings = List.copyOf(findings);
  }

  /// What was found of a proxy by probes and by pairs of runs.
  ///
  /// @param pairs of runs without the proxy and through it
  /// @param probed a finding of each duty but the delay
  public static HopResult of(
      String direct,
      String via,
      boolean embedded,
      double mostAddedMillis,
      ComparisonResult pairs,
      List<Finding> probed) {
    Delays delays = Delays.of(pairs.pairs());
    List<Finding> all = new ArrayList<>(probed);
    all.add(delays.finding(mostAddedMillis, pairs.reason()));
    all.sort((one, other) -> one.duty().compareTo(other.duty()));
    return new HopResult(
        direct, via, embedded, mostAddedMillis, delays, all, pairs.failure(), pairs.reason());
  }

  /// Duties of a grade.
  public List<Finding> of(CheckResult grade) {
    return findings.stream().filter(each -> each.grade() == grade).toList();
  }

  /// What it comes to: regressed where the proxy harms streams; inconclusive where nothing can be
  /// said of its bytes, delays or steps.
  public Conclusion conclusion() {
    if (failure != null) {
      return failure.conclusion();
    }
    if (!of(CheckResult.BROKEN).isEmpty()) {
      return Conclusion.REGRESSED;
    }
    long told =
        findings.stream()
            .filter(each -> LEAST.contains(each.duty()) && each.grade() != CheckResult.UNTOLD)
            .count();
    return told < LEAST.size() ? Conclusion.INCONCLUSIVE : Conclusion.GOOD;
  }
}
