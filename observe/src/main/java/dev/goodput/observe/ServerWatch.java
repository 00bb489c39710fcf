package dev.goodput.observe;

import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.PageAddress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks at servers' pages of metrics once a second beside a run, from its opening to its closing,
/// and keeps the looks in the run's directory ([MetricsFile]).
///
/// Nothing of it harms the run: a page that is missing, hangs or is refused is written down as
/// such, a file that cannot be written is named in the manifest. It works on threads and
/// connections of its own; opening waits for nothing, closing for two seconds at most. Belongs to
/// the thread that writes the manifest.
///
/// Keys of the manifest: `server_metrics.asked`, what was to be read ([WatchedPages#shown()]);
/// `server_metrics.pages`, the addresses that gave a page; `server_metrics.problem`, why looking
/// ended early.
public final class ServerWatch implements AutoCloseable {
  /// From one look to the next.
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final RunDirectory directory;
  private final List<MetricsSampler> samplers = new ArrayList<>();
  private final Set<String> pages = new ConcurrentSkipListSet<>();
  private @Nullable MetricsFile file;
  private @Nullable String problem;

  private ServerWatch(RunDirectory directory) {
    this.directory = directory;
  }

  /// Looks at nothing.
  ///
  /// @throws RecordException.WriteFailed where the manifest cannot be written
  public static ServerWatch none(RunDirectory directory) {
    String off = new WatchedPages.Off().shown();
    directory.updateManifest(directory.manifest().with("server_metrics.asked", off));
    return new ServerWatch(directory);
  }

  /// Keeps the samples of an engine in virtual time, which [#accept] takes.
  ///
  /// @throws RecordException.WriteFailed where the manifest cannot be written
  public static ServerWatch ofSamples(RunDirectory directory) {
    String target = new WatchedPages.OfTarget().shown();
    directory.updateManifest(directory.manifest().with("server_metrics.asked", target));
    ServerWatch watch = new ServerWatch(directory);
    watch.begin();
    return watch;
  }

  /// Keeps a sample. After the closing, or once a sample could not be kept, it has no effect.
  public void accept(Observation.Seen sample) {
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

  /// Begins to look.
  ///
  /// @param target whom the run asks; its key and headers are sent to no other server
  /// @param model whose engine is meant where a page has several; null for all of them
  /// @param originNanoTime when the run began, on `clock`
  /// @throws RecordException.WriteFailed where the manifest cannot be written
  public static ServerWatch begin(
      WatchedPages asked,
      Endpoint target,
      @Nullable String model,
      RunDirectory directory,
      long originNanoTime,
      NanoClock clock) {
    ServerWatch watch = new ServerWatch(directory);
    directory.updateManifest(directory.manifest().with("server_metrics.asked", asked.shown()));
    Function<PageAddress, MetricsReader> open =
        page -> MetricsReader.open(page, model, LIMIT, originNanoTime, clock);
    Stream<Supplier<Watched>> each =
        switch (asked) {
          case WatchedPages.Off _ -> Stream.of();
          case WatchedPages.OfTarget _ ->
              Stream.of(() ->
                  new PageSearch(
                      PageAddress.beside(target, WatchedPages.PAGE).stream().map(open).toList()));
          case WatchedPages.Named named ->
              named.pages().stream().map(page -> () -> open.apply(page.asBeside(target)));
        };
    watch.look(each.toList(), clock);
    return watch;
  }

  private void look(List<Supplier<Watched>> each, NanoClock clock) {
    if (each.isEmpty()) {
      return;
    }
    MetricsFile begun = begin();
    if (begun == null) {
      return;
    }
    try {
      for (Supplier<Watched> pages : each) {
        samplers.add(
            MetricsSampler.start(
                pages.get(),
                INTERVAL,
                PATIENCE,
                clock,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                observation -> keep(observation, begun)));
      }
    } catch (RuntimeException e) {
      // Whatever it is, the run goes on without.
      problem = String.valueOf(e.getMessage());
    }
  }

  private @Nullable MetricsFile begin() {
    try {
      file =
          MetricsFile.goOn(
              directory.path().resolve(MetricsFile.NAME),
              directory.manifest().text("run.id").orElse(""));
    } catch (RuntimeException e) {
      // Whatever it is, the run goes on without.
      problem = String.valueOf(e.getMessage());
    }
    return file;
  }

  private void keep(Observation observation, MetricsFile into) {
    into.accept(observation);
    if (observation instanceof Observation.Seen) {
      pages.add(observation.source());
    }
  }

  /// Looks for a last time, stops, and tells the manifest what was read.
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
      // The run's own manifest is written next, and says so.
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
