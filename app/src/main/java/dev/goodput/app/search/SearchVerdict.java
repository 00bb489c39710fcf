package dev.goodput.app.search;

import dev.goodput.app.ExitCode;
import dev.goodput.lab.search.SearchResult;

/// From what a search found to the process's exit code.
public final class SearchVerdict {
  private SearchVerdict() {}

  /// The exit code of a search that was not interrupted by a signal.
  public static ExitCode of(SearchResult.Ending ending) {
    return switch (ending) {
      case REACHED -> ExitCode.GOOD;
      case BUDGET -> ExitCode.INCONCLUSIVE;
      case MISSED_UNLOADED -> ExitCode.SLO_MISSED;
      case CLIENT_BOUND -> ExitCode.CLIENT_BOUND;
      case UNSTABLE -> ExitCode.TOO_MANY_FAILURES;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
    };
  }
}
