package dev.goodput.metrics.hop;

import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.result.Conclusion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The result of a proxy test.
///
/// @param direct a description of the server without the proxy
/// @param via a description of the proxy
/// @param embedded whether our own server was behind the proxy
/// @param maxAddedMillis what it may add to the first token and to slow gaps
/// @param delays what it adds
/// @param findings the findings, in the order of the requirements
/// @param failure the side that did not respond; null if there is none
/// @param reason why the test did not end as planned, in a line; empty if it did
public record ProxyTestResult(
    String direct,
    String via,
    boolean embedded,
    double maxAddedMillis,
    Delays delays,
    List<CheckFinding> findings,
    @Nullable SideFailure failure,
    String reason) {
  /// Without results for these, the whole is inconclusive.
  private static final Set<ProxyCheck> REQUIRED =
      EnumSet.of(ProxyCheck.BYTES, ProxyCheck.DELAY, ProxyCheck.COALESCING);

  /// Copies the list.
  public ProxyTestResult {
    findings = List.copyOf(findings);
  }

  /// What was found of a proxy by probes and by pairs of runs.
  ///
  /// @param pairs of runs without the proxy and through it
  /// @param probed a finding for each requirement but the delay
  public static ProxyTestResult of(
      String direct,
      String via,
      boolean embedded,
      double mostAddedMillis,
      ComparisonResult pairs,
      List<CheckFinding> probed) {
    Delays delays = Delays.of(pairs.pairs());
    List<CheckFinding> all = new ArrayList<>(probed);
    all.add(delays.finding(mostAddedMillis, pairs.reason()));
    all.sort((one, other) -> one.check().compareTo(other.check()));
    return new ProxyTestResult(
        direct, via, embedded, mostAddedMillis, delays, all, pairs.failure(), pairs.reason());
  }

  /// Duties of a grade.
  public List<CheckFinding> of(CheckResult rating) {
    return findings.stream().filter(each -> each.rating() == rating).toList();
  }

  /// Returns the overall outcome: regressed if the proxy harms streams; inconclusive if its bytes,
  /// delays or steps could not be determined.
  public Conclusion conclusion() {
    if (failure != null) {
      return failure.conclusion();
    }
    if (!of(CheckResult.BROKEN).isEmpty()) {
      return Conclusion.REGRESSED;
    }
    long known =
        findings.stream()
            .filter(each -> REQUIRED.contains(each.check()) && each.rating() != CheckResult.UNKNOWN)
            .count();
    return known < REQUIRED.size() ? Conclusion.INCONCLUSIVE : Conclusion.GOOD;
  }
}
