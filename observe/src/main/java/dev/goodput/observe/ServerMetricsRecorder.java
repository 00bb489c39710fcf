package dev.goodput.observe;

import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.PageAddress;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A scraper of servers' metrics pages, once a second during a run, that stores the scrapes in the
/// run's directory ([MetricsFile]).
///
/// It never harms the run: a page that is missing, hangs or is refused is recorded as such, and a
/// file that cannot be written is named in the manifest. It uses its own threads and connections.
/// Opening does not block, closing takes two seconds at most. Confined to the thread that writes
/// the manifest.
///
/// Manifest keys: `server_metrics.asked`, the pages to read ([ScrapeTargets#shown()]);
/// `server_metrics.pages`, the addresses that were read; `server_metrics.problem`, why scraping
/// ended early; [PowerSource#KEY], the sources of power that the user named.
public final class ServerMetricsRecorder implements AutoCloseable {
  /// Time between two scrapes.
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final RunDirectory directory;
  private final List<MetricsSampler> samplers = new ArrayList<>();
  private final Set<String> pages = new ConcurrentSkipListSet<>();
  private final List<Path> powerFiles = new ArrayList<>();
  private Instant origin = Instant.EPOCH;
  private @Nullable MetricsFile file;
  private @Nullable String problem;

  /// The sources of power to read.
  ///
  /// @param origin when the run's stamps are 0, to place the times of files
  public record Power(List<PowerSource> sources, Instant origin) {
    /// No sources.
    public static final Power NONE = new Power(List.of(), Instant.EPOCH);

    /// Copies the list.
    public Power {
      sources = List.copyOf(sources);
    }
  }

  private ServerMetricsRecorder(RunDirectory directory) {
    this.directory = directory;
  }

  /// Returns a watch without pages.
  ///
  /// @throws RecordException.WriteFailed if the manifest cannot be written
  public static ServerMetricsRecorder none(RunDirectory directory) {
    String off = new ScrapeTargets.Off().shown();
    directory.updateManifest(directory.manifest().with("server_metrics.asked", off));
    return new ServerMetricsRecorder(directory);
  }

  /// Stores samples of an engine in virtual time, which are passed to [#accept].
  ///
  /// @throws RecordException.WriteFailed if the manifest cannot be written
  public static ServerMetricsRecorder ofSamples(RunDirectory directory) {
    String target = new ScrapeTargets.OfTarget().shown();
    directory.updateManifest(directory.manifest().with("server_metrics.asked", target));
    ServerMetricsRecorder watch = new ServerMetricsRecorder(directory);
    watch.begin();
    return watch;
  }

  /// Stores a sample. Has no effect after closing, or once a sample could not be stored.
  public void accept(Scrape.SuccessfulScrape sample) {
    MetricsFile open = file;
    if (open == null || problem != null) {
      return;
    }
    try {
      keep(sample, open);
    } catch (MetricsFileException e) {
      problem = e.getMessage();
    }
  }

  /// Starts scraping.
  ///
  /// @param power sources to read power from, in addition to these pages
  /// @param target the server under load; its key and headers are sent to no other server
  /// @param model the model whose engine to read if a page has several; null for all of them
  /// @param originNanoTime start of the run, on `clock`
  /// @throws RecordException.WriteFailed if the manifest cannot be written
  public static ServerMetricsRecorder begin(
      ScrapeTargets requested,
      Power power,
      Endpoint target,
      @Nullable String model,
      RunDirectory directory,
      long originNanoTime,
      NanoClock clock) {
    ServerMetricsRecorder watch = new ServerMetricsRecorder(directory);
    directory.updateManifest(directory.manifest().with("server_metrics.asked", requested.shown()));
    Function<PageAddress, MetricsReader> open =
        page -> MetricsReader.open(page, model, LIMIT, originNanoTime, clock);
    Stream<Supplier<PageScraper>> each =
        switch (requested) {
          case ScrapeTargets.Off _ -> Stream.of();
          case ScrapeTargets.OfTarget _ ->
              Stream.of(() ->
                  new PageSearch(
                      PageAddress.nextTo(target, ScrapeTargets.PAGE).stream().map(open).toList()));
          case ScrapeTargets.Named named ->
              named.pages().stream().map(page -> () -> open.apply(page.withCredentialsOf(target)));
        };
    List<Supplier<PageScraper>> all = new ArrayList<>(each.toList());
    Set<String> named =
        requested instanceof ScrapeTargets.Named pages ? pages.addresses() : Set.of();
    for (PowerSource source : power.sources()) {
      switch (source) {
        case PowerSource.Page page when !named.contains(page.shown()) ->
            all.add(() -> open.apply(page.address().withCredentialsOf(target)));
        case PowerSource.Page _ -> {
          // Scraped already.
        }
        case PowerSource.Rapl _ -> all.add(() -> new RaplReader(clock, originNanoTime));
        case PowerSource.Csv csv -> watch.powerFiles.add(csv.file());
      }
    }
    watch.origin = power.origin();
    watch.taken(all, clock);
    if (!power.sources().isEmpty()) {
      String shown =
          power.sources().stream().map(PowerSource::shown).collect(Collectors.joining("\n"));
      directory.updateManifest(directory.manifest().with(PowerSource.KEY, shown));
    }
    return watch;
  }

  private void taken(List<Supplier<PageScraper>> each, NanoClock clock) {
    if (each.isEmpty() && powerFiles.isEmpty()) {
      return;
    }
    MetricsFile begun = begin();
    if (begun == null) {
      return;
    }
    try {
      for (Supplier<PageScraper> pages : each) {
        samplers.add(
            MetricsSampler.start(
                pages.get(),
                INTERVAL,
                TIMEOUT,
                clock,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                observation -> keep(observation, begun)));
      }
    } catch (RuntimeException e) {
      // Whatever the cause, the run goes on without server metrics.
      problem = String.valueOf(e.getMessage());
    }
  }

  private @Nullable MetricsFile begin() {
    try {
      file =
          MetricsFile.resume(
              directory.path().resolve(MetricsFile.NAME),
              directory.manifest().text("run.id").orElse(""));
    } catch (RuntimeException e) {
      // Whatever the cause, the run goes on without server metrics.
      problem = String.valueOf(e.getMessage());
    }
    return file;
  }

  private void keep(Scrape observation, MetricsFile into) {
    into.accept(observation);
    if (observation instanceof Scrape.SuccessfulScrape) {
      pages.add(observation.source());
    }
  }

  /// Scrapes for a last time, stops, and writes the results to the manifest.
  @Override
  public void close() {
    if (file == null && problem == null) {
      return;
    }
    samplers.forEach(MetricsSampler::stop);
    samplers.forEach(MetricsSampler::close);
    samplers.stream()
        .map(MetricsSampler::failure)
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(failure -> problem = String.valueOf(failure.getMessage()));
    addPowerFiles();
    closeFile();
    Manifest manifest = directory.manifest();
    if (!pages.isEmpty()) {
      manifest = manifest.with("server_metrics.pages", String.join(" ", pages));
    }
    if (problem != null) {
      manifest = manifest.with("server_metrics.problem", problem);
    }
    try {
      directory.updateManifest(manifest);
    } catch (RecordException e) {
      // The caller writes the manifest next and reports the failure.
      problem = e.getMessage();
    }
  }

  /// Copies the files of meters, which are complete now.
  private void addPowerFiles() {
    MetricsFile open = file;
    try {
      for (Path each : powerFiles) {
        if (open != null && problem == null) {
          PowerFile.read(each, origin).forEach(scrape -> keep(scrape, open));
        }
      }
    } catch (BadSettingException | MetricsFileException e) {
      problem = e.getMessage();
    }
  }

  private void closeFile() {
    MetricsFile open = file;
    if (open != null) {
      file = null;
      try {
        open.close();
      } catch (MetricsFileException e) {
        problem = e.getMessage();
      }
    }
  }
}
