package dev.goodput.app.report;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.RollupPart;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The part of a file of roll-ups that is reported.
final class RollupOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--from",
      paramLabel = "WHEN",
      description = "start in UTC, such as 2026-11-27T10:00:00Z (default: the first window)")
  private @Nullable String from;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--to",
      paramLabel = "WHEN",
      description = "end in UTC (default: the last window)")
  private @Nullable String to;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--tenant", paramLabel = "NAME", description = "only this tenant")
  private @Nullable String tenant;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--model", paramLabel = "NAME", description = "only this model")
  private @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--route", paramLabel = "NAME", description = "only this route")
  private @Nullable String route;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--slo-class", paramLabel = "NAME", description = "only this SLO class")
  private @Nullable String sloClass;

  /// Refuses the options for a run.
  void refuse(String run) {
    Map<String, @Nullable String> given = new TreeMap<>();
    given.put("--from", from);
    given.put("--to", to);
    given.put("--tenant", tenant);
    given.put("--model", model);
    given.put("--route", route);
    given.put("--slo-class", sloClass);
    given.forEach((option, value) -> {
      if (value != null) {
        throw new AppException.Usage("%s is for roll-ups; %s is a run".formatted(option, run));
      }
    });
  }

  /// Returns the part.
  RollupPart read() {
    return new RollupPart(from, to, tenant, model, route, sloClass);
  }
}
