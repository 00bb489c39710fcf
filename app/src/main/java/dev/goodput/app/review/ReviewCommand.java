package dev.goodput.app.review;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.TextOutput;
import dev.goodput.app.runs.RootOption;
import dev.goodput.history.RunStore;
import dev.goodput.metrics.result.Cost;
import dev.goodput.operate.review.Review;
import dev.goodput.operate.review.ReviewPeriod;
import dev.goodput.operate.review.ReviewText;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Summary;
import dev.goodput.report.page.PlainPage;
import dev.goodput.runner.AppException;
import dev.goodput.runner.directory.FileChecks;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.RollupPlace;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RollupRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput review`: what a gateway promised and kept in a period.
@Command(
    name = "review",
    description = {
      "Reviews a week or another period of a gateway's traffic.",
      "It shows what was promised and kept, when and why it was missed, what changed, and what was "
          + "wasted.",
      "It reads the gateway's log (goodput gateway --log DIR) of the period and of the period "
          + "before, and the stored runs. Instead of the log it reads roll-ups of many gateways. "
          + "The text is Markdown.",
      "The exit code is 0, whether or not an SLO was missed, and 2 if the log holds no request "
          + "of the period."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput review [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput review --since 7d --log logs --out review.md --html review.html"})
public final class ReviewCommand implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofDays(92);
  private static final Duration SHORTEST = Duration.ofHours(1);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "length of the period, such as 24h, 7d or 4w (default: 7d)")
  private String since = "7d";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--until",
      paramLabel = "WHEN",
      description = "end of the period, such as 2026-11-27T00:00:00Z (default: now)")
  private @Nullable String until;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--log",
      paramLabel = "DIR",
      description =
          "directory of the gateway's log, or roll-ups, which need --slo: a file (goodput-fleet"
              + " export), kafka://BROKER:9092/TOPIC or fleet://HOST:9400 (default: runs)")
  private String log = RunStore.DEFAULT_ROOT.toString();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--slo",
      paramLabel = "FILE",
      description = "SLO file with targets by class (default: those of the log)")
  private @Nullable Path slo;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cost-per-hour",
      paramLabel = "PRICE",
      description = "price of all servers per hour: 3.50 or 3.50EUR")
  private @Nullable String costPerHour;

  @Mixin private RootOption root = new RootOption();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--html", paramLabel = "FILE", description = "write the review as a page to FILE")
  private @Nullable Path html;

  @Mixin private TextOutput output = new TextOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final InstantSource clock = InstantSource.system();

  @Override
  public Integer call() {
    FileChecks.writable("--html", html);
    RunStore store = root.store();
    ReviewPeriod period = period();
    Map<String, ServiceObjective> given = slo == null ? Map.of() : given(slo);
    Cost cost = costPerHour == null ? null : Prices.read("--cost-per-hour", costPerHour);
    Optional<RollupPlace> rollups = RollupPlace.of(List.of(log));
    Path directory = Path.of(log);
    if (rollups.isEmpty() && !Files.isDirectory(directory)) {
      throw new AppException.Usage(
          "--log %s is not a directory; goodput gateway --log DIR writes one".formatted(log));
    }
    Review review =
        rollups
            .map(place -> ofRollups(place, period, given))
            .orElseGet(() -> Review.of(directory, period, given));
    requireRequests(review);
    requireClassOf(given, review);
    Summary summary = ReviewText.of(review, store, directory, cost);
    if (html != null) {
      ReportFile.write(html, PlainPage.html("Review of the service", summary));
    }
    output.write(MarkdownSummary.document(summary), spec);
    return 0;
  }

  private static Review ofRollups(
      RollupPlace place, ReviewPeriod period, Map<String, ServiceObjective> given) {
    if (given.isEmpty()) {
      throw new AppException.Usage(
          "%s has roll-ups, which hold no targets; add --slo FILE".formatted(place));
    }
    RollupRange range =
        new RollupRange(period.before().from().toEpochMilli(), period.until().toEpochMilli(), true);
    try {
      return Review.ofRollups(place.toString(), each -> place.read(range, each), period, given);
    } catch (EventFormatException e) {
      throw new AppException.Usage(e.getMessage() + "; goodput-fleet job and export write them");
    }
  }

  private ReviewPeriod period() {
    if (!PromDuration.matches(since)) {
      throw new AppException.Usage("--since must be a time such as 24h, 7d or 4w, found " + since);
    }
    Duration length = PromDuration.parse(since);
    if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
      throw new AppException.Usage("--since must be from 1h to 92d, found " + since);
    }
    Instant end = until == null ? clock.instant() : instant(until);
    return new ReviewPeriod(end.minus(length), end);
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text.length() == 10 ? text + "T00:00:00Z" : text);
    } catch (DateTimeParseException e) {
      throw new AppException.Usage(
          "--until must be a date or a UTC time such as 2026-11-27T00:00:00Z, found " + text);
    }
  }

  private static Map<String, ServiceObjective> given(Path file) {
    Map<String, ServiceObjective> byClass = new TreeMap<>();
    for (ServiceObjective each : SloFile.read(file).objectives()) {
      if (!(each.source() instanceof SliSource.Gateway source)) {
        throw new AppException.Usage(
            "--slo %s: SLO %s has type: Prometheus, and a gateway's log holds no such counts"
                .formatted(file, each.name()));
      }
      if (byClass.put(source.sloClass(), each) != null) {
        throw new AppException.Usage(
            "--slo %s: two SLOs are of class %s".formatted(file, source.sloClass()));
      }
    }
    return byClass;
  }

  private void requireClassOf(Map<String, ServiceObjective> given, Review review) {
    Set<String> logged = review.objectives().keySet();
    if (!given.isEmpty() && Collections.disjoint(given.keySet(), logged)) {
      throw new AppException.Usage(
          "--slo %s: the %s no SLO class %s; found %s"
              .formatted(
                  slo,
                  review.rolledUp() ? "roll-ups have" : "log has",
                  String.join(", ", given.keySet()),
                  logged.isEmpty() ? "none" : String.join(", ", logged)));
    }
  }

  private void requireRequests(Review review) {
    if (!review.now().tenants().isEmpty()) {
      return;
    }
    throw new AppException.Usage(
        (review.rolledUp() ? Optional.of(review.logged()) : Review.logged(Path.of(log)))
            .map(found ->
                "no request from %s to %s in %s; it holds %s to %s"
                    .formatted(
                        seconds(review.period().from()),
                        seconds(review.period().until()),
                        log,
                        seconds(found.from()),
                        seconds(found.until())))
            .orElse(
                "--log %s holds no gateway log; goodput gateway --log DIR writes one"
                    .formatted(log)));
  }

  private static Instant seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }
}
