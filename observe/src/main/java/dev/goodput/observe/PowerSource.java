package dev.goodput.observe;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.client.PageAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A source of electric power or energy that the user named.
public sealed interface PowerSource {
  /// The option's name, for messages.
  String OPTION = "--power";

  /// The manifest's key of the sources, one per line.
  String KEY = "power.sources";

  /// How long power is measured before the load starts.
  Duration IDLE = Duration.ofSeconds(5);

  /// The word for the processors of this machine.
  String RAPL = "rapl";

  /// A metrics page.
  record Page(PageAddress address) implements PowerSource {
    @Override
    public String shown() {
      return address.shown();
    }
  }

  /// The energy counters of this machine's processors.
  record Rapl() implements PowerSource {
    @Override
    public String shown() {
      return RAPL;
    }
  }

  /// A file that a meter writes.
  record Csv(Path file) implements PowerSource {
    @Override
    public String shown() {
      return file.toString();
    }
  }

  /// Returns the name under which its readings are stored, with secrets masked.
  String shown();

  /// Parses the values of the option: URLs of metrics pages, `rapl`, or CSV files.
  ///
  /// @throws BadSettingException if one is not an address, or two have the same name without their
  ///   secrets
  static List<PowerSource> parse(List<String> typed) {
    List<PowerSource> sources = typed.stream().map(PowerSource::parse).toList();
    Set<PowerSource> seen = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (PowerSource source : sources) {
      if (!seen.add(source)) {
        throw new BadSettingException(OPTION + " names a source twice: " + source.shown());
      }
      if (!names.add(source.shown())) {
        throw new BadSettingException(
            OPTION + " names sources that differ by a secret only: " + source.shown());
      }
    }
    return sources;
  }

  /// Parses one value.
  private static PowerSource parse(String typed) {
    if (typed.toLowerCase(Locale.ROOT).matches("https?://.*")) {
      return new Page(PageAddress.parse(OPTION, typed, ScrapeTargets.PAGE));
    }
    if (typed.contains("://")) {
      throw new BadSettingException(
          OPTION
              + " must be an http or https URL, rapl or a CSV file, found \""
              + MaskedUrl.typed(typed)
              + "\"");
    }
    return typed.equals(RAPL) ? new Rapl() : new Csv(Path.of(typed));
  }

  /// Reads each source once.
  ///
  /// @param target the server under load; its key and headers are sent to no other server
  /// @throws BadSettingException if a source cannot be read or has no power, giving the reason
  static void check(List<PowerSource> sources, Endpoint target) {
    for (PowerSource source : sources) {
      switch (source) {
        case Page page -> checkPage(page.address().withCredentialsOf(target));
        case Rapl _ -> requirePower(source, new RaplReader(NanoClock.SYSTEM, 0).read());
        case Csv csv -> {
          if (PowerFile.read(csv.file(), Instant.EPOCH).isEmpty()) {
            throw new BadSettingException(
                OPTION
                    + ": "
                    + csv.file()
                    + " has no power; expected at least one whole line of "
                    + PowerFile.FORM);
          }
        }
      }
    }
  }

  /// Reads a page once.
  private static void checkPage(PageAddress address) {
    Duration limit = Duration.ofSeconds(5);
    try (MetricsReader reader = MetricsReader.open(address, null, limit, 0, NanoClock.SYSTEM)) {
      requirePower(new Page(address), reader.read());
    }
  }

  /// Refuses a source that cannot be read or has no power.
  private static void requirePower(PowerSource source, Scrape read) {
    if (read instanceof Scrape.FailedScrape failed) {
      throw new BadSettingException(
          OPTION + ": cannot read " + source.shown() + ": " + failed.words());
    }
    EnergyMeter meter = new EnergyMeter(TimeRange.of(0, 1));
    meter.add(read);
    if (meter.use(null) == null) {
      throw new BadSettingException(
          OPTION
              + ": "
              + source.shown()
              + " has no power and no energy; expected metrics of dcgm-exporter,"
              + " device-metrics-exporter, nvidia_gpu_exporter or node_exporter (RAPL)");
    }
  }
}
