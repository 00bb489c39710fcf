package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PowerSourceTest {
  @TempDir private Path directory;

  private Path csv(String text) throws IOException {
    return Files.writeString(directory.resolve("power.csv"), text);
  }

  private static double value(Scrape scrape, EngineMetric metric) {
    return ((SuccessfulScrape) scrape).metrics().value(metric).orElseThrow();
  }

  @Test
  void readsAFileOfAMeter() throws IOException {
    Path file = csv("time,watts\n1000.5,100\n1970-01-01T00:16:42Z,120\n1003,1");
    List<SuccessfulScrape> scrapes = PowerFile.read(file, Instant.ofEpochSecond(1000));
    assertThat(scrapes)
        .as("the last line is still being written")
        .extracting(Scrape::atNanos)
        .containsExactly(500_000_000L, 2_000_000_000L);
    assertThat(value(scrapes.getLast(), EngineMetric.METER_POWER)).isEqualTo(120);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 100 |power.csv:2: expected time,watts or time,watts,device, found \"1 100\"",
        "1,x|power.csv:2: watts must be a number of at least 0, not \"x\"",
        "1,-5|power.csv:2: watts must be a number of at least 0, not \"-5\"",
        "noon,5|power.csv:2: the time must be in seconds since 1970",
        "0,5|power.csv:2: the time \"0\" is not after that of the line before",
      })
  void namesTheBadLine(String line, String message) throws IOException {
    Path file = csv("0.5,100\n" + line + "\n");
    assertThatThrownBy(() -> PowerFile.read(file, Instant.EPOCH))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(message);
  }

  private static void check(Exporter exporter) {
    PowerSource.check(
        PowerSource.parse(List.of(exporter.url())),
        Endpoint.of("http://127.0.0.1:9", Dialect.named("chat")));
  }

  @Test
  void refusesAPageWithoutPower() throws IOException {
    String missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    try (Exporter none = new Exporter((line, _) -> line.print(missing));
        Exporter other = new Exporter((line, _) -> line.page("up 1\n"))) {
      assertThatThrownBy(() -> check(none))
          .hasMessageContaining("--power: cannot read " + none.url() + ": ")
          .hasMessageContaining("404");
      assertThatThrownBy(() -> check(other))
          .hasMessageContaining(other.url() + " has no power and no energy");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "time,watts\n", "time,watts,device\n\n", "1,100"})
  void refusesAFileWithoutPower(String text) throws IOException {
    List<PowerSource> sources = PowerSource.parse(List.of(csv(text).toString()));
    Endpoint target = Endpoint.of("http://127.0.0.1:9", Dialect.named("chat"));
    assertThatThrownBy(() -> PowerSource.check(sources, target))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "--power: %s has no power; expected at least one whole line of time,watts or"
                + " time,watts,device",
            directory.resolve("power.csv"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/m?token=SECRET, http://h/m?token=SECRET, names a source twice: http://h/m?token=***",
    "http://h/m?token=SECRET, http://h/m?token=SECRET2, differ by a secret only:"
        + " http://h/m?token=***",
    "rapl, rapl, names a source twice: rapl",
    "rapl, ftp://me:SECRET@h/p, found \"ftp://***@h/p\"",
    "rapl, http://me:SEC/RET@h/p, http://***@h/p",
  })
  void quotesNoSecret(String first, String second, String message) {
    assertThatThrownBy(() -> PowerSource.parse(List.of(first, second)))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContainingAny("SEC");
  }

  private void zone(String zone, String name, long microjoules) throws IOException {
    Path path = Files.createDirectories(directory.resolve(zone));
    Files.writeString(path.resolve("name"), name + "\n");
    Files.writeString(path.resolve("energy_uj"), microjoules + "\n");
    Files.writeString(path.resolve("max_energy_range_uj"), "262143328850\n");
  }

  @Test
  void readsTheProcessorsOnceAndAcrossAWrap() throws IOException {
    zone("intel-rapl:0", "package-0", 262_143_328_800L);
    zone("intel-rapl:0:0", "core", 77);
    zone("intel-rapl:0:1", "dram", 5_000_000);
    zone("intel-rapl-mmio:0", "package-0", 262_143_328_800L);
    RaplReader reader = new RaplReader(directory, () -> 0, 0);
    double before = value(reader.read(), EngineMetric.CPU_ENERGY);
    assertThat(before).isCloseTo(262_148.3288, within(1e-6));
    zone("intel-rapl:0", "package-0", 1_999_949);
    double after = value(reader.read(), EngineMetric.CPU_ENERGY);
    assertThat(after - before).isCloseTo(2, within(1e-9));
  }

  @Test
  void saysThatThereIsNoRapl() {
    RaplReader reader = new RaplReader(directory.resolve("none"), () -> 0, 0);
    assertThat(reader.read())
        .isInstanceOfSatisfying(
            FailedScrape.class,
            missed -> assertThat(missed.words()).startsWith("there is no intel-rapl zone in"));
  }
}
