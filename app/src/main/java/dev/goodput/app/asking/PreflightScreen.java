package dev.goodput.app.asking;

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

/// Where a slow pre-flight says what it waits for.
///
/// @param err where it is shown
/// @param terminal tells whether lines can be drawn over
/// @param quiet says nothing
public record PreflightScreen(PrintWriter err, TerminalScreen terminal, boolean quiet) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// Says in one line, even where it is quiet, that a proxy variable applies and is not used.
  void proxy(Endpoint endpoint) {
    ProxyVariables.note(endpoint.baseUrl().toString(), System.getenv())
        .ifPresent(note -> {
          err.println("goodput: " + note);
          err.flush();
        });
  }

  TargetFacts probe(Endpoint endpoint, CommonOptions asking) {
    PreflightOptions asked =
        new PreflightOptions(
            asking.target.model,
            asking.streams(),
            asking.how.ignoreEos,
            asking.how.temperature,
            asking.how.extraBody,
            PATIENCE,
            PromptWriter.probes());
    if (quiet) {
      return Preflight.probe(endpoint, asked, PreflightListener.NONE);
    }
    int columns = terminal.redraws() ? terminal.columns() : 0;
    try (PreflightProgress waiting = new PreflightProgress(err, columns)) {
      return Preflight.probe(endpoint, asked, waiting);
    }
  }
}
