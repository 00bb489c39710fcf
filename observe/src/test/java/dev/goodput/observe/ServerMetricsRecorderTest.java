package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.dialect.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerMetricsRecorderTest {
  private static final NanoClock CLOCK = NanoClock.SYSTEM;
  private static final String ENGINE = "vllm:generation_tokens_total 5\n";
  private static final String NO_PAGE = "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n";

  @TempDir private Path scratch;

  private RunDirectory run() {
    return RunDirectory.create(scratch.resolve("run"), Manifest.empty().with("run.id", "r"));
  }

  private static ServerMetricsRecorder watch(RunDirectory run, String url, String... typed) {
    return ServerMetricsRecorder.begin(
        ScrapeTargets.parse(List.of(typed)),
        ServerMetricsRecorder.Power.NONE,
        Endpoint.of(url, Dialect.named("chat")),
        "m",
        run,
        CLOCK.nanoTime(),
        CLOCK);
  }

  private static List<Scrape> scrapes(RunDirectory run) {
    List<Scrape> scrapes = new ArrayList<>();
    assertThat(MetricsFile.read(run.path().resolve(MetricsFile.NAME), scrapes::add)).isZero();
    return scrapes;
  }

  /// Returns once this many scrapes are stored.
  private static void await(RunDirectory run, int count) {
    long end = CLOCK.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (scrapes(run).size() < count) {
      assertThat(CLOCK.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  /// Scrapes at least this often, and for a last time.
  private static void scrape(int count, RunDirectory run, String url, String... typed) {
    try (ServerMetricsRecorder _ = watch(run, url, typed)) {
      await(run, count);
    }
  }

  private static String base(Exporter exporter) {
    return exporter.url().replace("/metrics", "");
  }

  @Test
  void looksAtTheTargetsOwnPageAndTellsTheManifest() throws Exception {
    RunDirectory run = run();
    try (Exporter exporter = new Exporter((line, _) -> line.page(ENGINE))) {
      scrape(1, run, base(exporter) + "/v1");
      assertThat(scrapes(run)).isNotEmpty().allMatch(each -> each instanceof SuccessfulScrape);
      Manifest kept = RunDirectory.open(run.path()).manifest();
      assertThat(kept.text("server_metrics.asked")).contains("target");
      assertThat(kept.text("server_metrics.pages")).contains(exporter.url());
      assertThat(kept.text("server_metrics.problem")).isEmpty();
      assertThat(kept.text("run.id")).contains("r");
    }
  }

  @Test
  void readsPagesAndFilesOfPowerBesidesTheTargetsPage() throws Exception {
    RunDirectory run = run();
    Path csv = Files.writeString(scratch.resolve("meter.csv"), "1000,80\n1001,90\n");
    Exporter.Script gpu = (line, _) -> line.page("nvidia_smi_power_draw_watts{uuid=\"a\"} 70\n");
    try (Exporter engine = new Exporter((line, _) -> line.page(ENGINE));
        Exporter power = new Exporter(gpu)) {
      List<PowerSource> sources = PowerSource.parse(List.of(power.url(), csv.toString()));
      try (ServerMetricsRecorder _ =
          ServerMetricsRecorder.begin(
              ScrapeTargets.parse(List.of()),
              new ServerMetricsRecorder.Power(sources, Instant.ofEpochSecond(1000)),
              Endpoint.of(base(engine), Dialect.named("chat")),
              "m",
              run,
              CLOCK.nanoTime(),
              CLOCK)) {
        await(run, 2);
      }
      assertThat(scrapes(run))
          .extracting(Scrape::source)
          .contains(engine.url(), power.url(), csv.toString());
      LevelTime level = new LevelTime(0, 1_000_000_000, 0, 1_000_000_000);
      Path file = run.path().resolve(MetricsFile.NAME);
      EnergyUse use =
          EnergyUse.read(file, List.of(level), Set.of(csv.toString())).getFirst().orElseThrow();
      assertThat(use.joules()).isEqualTo(85);
      assertThat(RunDirectory.open(run.path()).manifest().text(PowerSource.KEY))
          .contains(power.url() + "\n" + csv);
    }
  }

  @Test
  void looksBelowTheBaseAndThenAtTheRoot() throws Exception {
    RunDirectory run = run();
    Exporter.Script script =
        (line, number) -> {
          if (number == 0) {
            line.print(NO_PAGE);
          } else {
            line.page(ENGINE);
          }
        };
    try (Exporter exporter = new Exporter(script)) {
      scrape(1, run, base(exporter) + "/team/v1");
      assertThat(scrapes(run).getFirst().source()).isEqualTo(exporter.url());
    }
  }

  @Test
  void stopsWhereTheTargetHasNoSuchPage() throws Exception {
    RunDirectory run = run();
    try (Exporter exporter = new Exporter((line, _) -> line.print(NO_PAGE))) {
      scrape(1, run, base(exporter) + "/team/v1");
      assertThat(exporter.requested()).isEqualTo(2);
      assertThat(scrapes(run)).hasSize(1);
      assertThat(scrapes(run).getFirst().source()).isEqualTo(base(exporter) + "/team/metrics");
      assertThat(run.manifest().text("server_metrics.pages")).isEmpty();
    }
  }

  @Test
  void isOverWhereEveryPlaceAnswersAndNoneOfThemWithAnEngine() throws Exception {
    Exporter.Script[] scripts = {
      (line, _) -> line.print(NO_PAGE), (line, _) -> line.print(NO_PAGE.replace("404", "503")),
      (line, _) -> line.print(NO_PAGE.replace("404", "429")), (line, _) -> line.page("<html>\n"),
      (line, _) -> line.page("node_load1 3\n"), (line, _) -> line.reset(),
      (line, _) -> line.page(ENGINE)
    };
    boolean[] over = {true, false, false, true, true, false, false};
    for (int i = 0; i < scripts.length; i++) {
      try (Exporter exporter = new Exporter(scripts[i])) {
        PageAddress page = PageAddress.parse("--url", exporter.url(), "/metrics");
        MetricsReader reader = MetricsReader.open(page, null, Duration.ofSeconds(20), 0, CLOCK);
        try (PageSearch search = new PageSearch(List.of(reader))) {
          Scrape scrape = search.read();
          assertThat(search.over()).as(scrape.toString()).isEqualTo(over[i]);
        }
      }
    }
  }

  @Test
  void looksAtWhatWasNamedAndNowhereElse() throws Exception {
    RunDirectory run = run();
    try (Exporter engine = new Exporter((line, _) -> line.page(ENGINE));
        Exporter gpus = new Exporter((line, _) -> line.page(Exports.page("dcgm")));
        Exporter target = new Exporter((line, _) -> line.page(ENGINE))) {
      scrape(2, run, base(target), engine.url(), base(gpus), engine.url());
      assertThat(target.requested()).isZero();
      assertThat(scrapes(run)).extracting(Scrape::source).containsOnly(engine.url(), gpus.url());
      assertThat(run.manifest().text("server_metrics.asked"))
          .contains(engine.url() + " " + gpus.url());
    }
  }

  @Test
  void leavesNothingWhereItIsTurnedOff() {
    RunDirectory run = run();
    watch(run, "http://127.0.0.1:1", "off").close();
    assertThat(run.path().resolve(MetricsFile.NAME)).doesNotExist();
    assertThat(run.manifest().text("server_metrics.asked")).contains("off");
    assertThatThrownBy(() -> ScrapeTargets.parse(List.of("off", "http://a")))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("cannot be combined");
    assertThatThrownBy(() -> ScrapeTargets.parse(List.of("ftp://a")))
        .isInstanceOf(BadSettingException.class)
        .hasMessageStartingWith("--server-metrics \"ftp://a\"");
  }

  @Test
  @Tag("fault")
  void keepsLookingForATargetsPageThatIsNotThereYet() throws Exception {
    RunDirectory run = run();
    Exporter.Script script =
        (line, number) -> {
          if (number == 0) {
            line.reset();
          } else {
            line.page(ENGINE);
          }
        };
    try (Exporter exporter = new Exporter(script)) {
      ServerMetricsRecorder watch = watch(run, base(exporter));
      await(run, 2);
      watch.close();
      assertThat(scrapes(run)).hasSizeGreaterThanOrEqualTo(2);
      assertThat(scrapes(run).getFirst()).isInstanceOf(FailedScrape.class);
      assertThat(scrapes(run).getLast()).isInstanceOf(SuccessfulScrape.class);
    }
  }

  @Test
  @Tag("fault")
  void doesNotHarmTheRunWhereItsFileCannotBeBegun() throws Exception {
    RunDirectory run = run();
    Files.createDirectory(run.path().resolve(MetricsFile.NAME));
    try (Exporter exporter = new Exporter((line, _) -> line.page(ENGINE))) {
      watch(run, base(exporter)).close();
      assertThat(exporter.requested()).isZero();
      assertThat(run.manifest().text("server_metrics.problem"))
          .hasValueSatisfying(line -> assertThat(line).contains(MetricsFile.NAME));
    }
  }

  @Test
  @Tag("fault")
  void doesNotHarmTheRunWhereItsDirectoryIsGone() throws Exception {
    RunDirectory run = run();
    try (Exporter exporter = new Exporter((line, _) -> line.page(ENGINE))) {
      ServerMetricsRecorder watch = watch(run, base(exporter));
      await(run, 1);
      try (var files = Files.list(run.path())) {
        for (Path each : files.toList()) {
          Files.delete(each);
        }
      }
      Files.delete(run.path());
      watch.close();
      assertThat(run.path()).doesNotExist();
    }
  }

  @Test
  @Tag("fault")
  void waitsForAServerThatHangsNoLongerThanItsPatience() throws Exception {
    RunDirectory run = run();
    try (Exporter one = new Exporter((line, _) -> line.silence());
        Exporter other = new Exporter((line, _) -> line.silence())) {
      watch(run, base(one), one.url(), other.url()).close();
      // If it had waited for their ends, they would have reported it.
      assertThat(scrapes(run))
          .hasSize(2)
          .allSatisfy(scrape ->
              assertThat(((FailedScrape) scrape).words()).endsWith("ms when the run ended"));
    }
  }
}
