package dev.goodput.runner.endpoint;

import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Preflight;
import dev.goodput.wire.client.PreflightListener;
import dev.goodput.wire.client.PreflightOptions;
import dev.goodput.wire.client.ProxyVariables;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.prompt.PromptWriter;
import java.io.PrintWriter;
import java.time.Duration;

/// Progress messages of a slow pre-flight.
///
/// @param err where it is shown
/// @param terminal whether lines can be redrawn
/// @param quiet whether to print nothing
public record PreflightScreen(PrintWriter err, TerminalScreen terminal, boolean quiet) {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /// Prints one line, even with `--quiet`, that a proxy variable applies and is not used.
  void proxy(Endpoint endpoint) {
    ProxyVariables.note(endpoint.baseUrl().toString(), System.getenv())
        .ifPresent(note -> {
          err.println("goodput: " + note);
          err.flush();
        });
  }

  TargetFacts probe(Endpoint endpoint, TargetPlan common) {
    PreflightOptions requested =
        new PreflightOptions(
            common.server().model(),
            common.streams(),
            common.requests().ignoreEos(),
            common.requests().temperature(),
            common.requests().extraBody(),
            TIMEOUT,
            PromptWriter.probes());
    if (quiet) {
      return Preflight.probe(endpoint, requested, PreflightListener.NONE);
    }
    int columns = terminal.redraws() ? terminal.columns() : 0;
    try (PreflightProgress waiting = new PreflightProgress(err, columns)) {
      return Preflight.probe(endpoint, requested, waiting);
    }
  }
}
