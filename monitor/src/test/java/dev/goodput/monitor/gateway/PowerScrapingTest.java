package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PowerPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Reloads of the sources of power, with two pages of GPUs.
final class PowerScrapingTest {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  private final StubEngine first = new StubEngine("first");
  private final StubEngine second = new StubEngine("second");
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private @Nullable PowerScraping scraping;

  @AfterEach
  void end() {
    if (scraping != null) {
      scraping.close();
    }
    first.close();
    second.close();
  }

  private static GatewayPlan plan(String name, String... pages) {
    Upstream any = Upstream.of(name, "http://127.0.0.1:1");
    Upstream upstream =
        new Upstream(
            any.name(),
            any.url(),
            any.tls(),
            any.http(),
            any.keepHost(),
            any.headers(),
            any.metrics(),
            PowerPlan.parse("power", List.of(pages)),
            any.hourlyCost());
    return GatewayPlan.simple(upstream, SloClass.of("chat"));
  }

  private PowerScraping begin(GatewayPlan plan) {
    LiveTraffic traffic = new LiveTraffic(TrafficPlan.DEFAULTS, 0);
    scraping = new PowerScraping(plan, traffic, NanoClock.SYSTEM, messages::add);
    return scraping;
  }

  private List<PowerFigures> known() {
    return Objects.requireNonNull(scraping).known(NanoClock.SYSTEM.nanoTime());
  }

  private void awaitWatts(String upstream, double watts) {
    await(
        upstream + " has " + watts + " W",
        () ->
            known().stream()
                .anyMatch(each ->
                    each.upstream().equals(upstream) && Objects.equals(each.watts(), watts)));
  }

  private static void await(String what, BooleanSupplier seen) {
    long end = System.nanoTime() + TIMEOUT_NANOS;
    while (!seen.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static String page(int... watts) {
    StringBuilder page = new StringBuilder();
    for (int gpu = 0; gpu < watts.length; gpu++) {
      page.append("DCGM_FI_DEV_POWER_USAGE{gpu=\"%d\"} %d\n".formatted(gpu, watts[gpu]));
    }
    return page.toString();
  }

  @Test
  void aReloadReadsOtherPagesAndForgetsTheDevicesOfTheFirst() {
    first.serve(page(100, 150));
    second.serve(page(70));
    PowerScraping power = begin(plan("engine", first.url()));
    awaitWatts("engine", 250);

    power.reload(plan("engine", second.url()));
    awaitWatts("engine", 70);
    assertThat(known()).singleElement().extracting(PowerFigures::devices).isEqualTo(1);

    power.reload(plan("renamed", first.url(), second.url()));
    awaitWatts("renamed", 320);
    assertThat(known()).singleElement().extracting(PowerFigures::devices).isEqualTo(3);
  }

  @Test
  void aReloadOfTheSameUpstreamsKeepsWhatIsKnown() {
    first.serve(page(100));
    PowerScraping power = begin(plan("engine", first.url()));
    await("some energy", () -> known().stream().anyMatch(each -> each.joules() > 0));
    double joules = known().getFirst().joules();

    power.reload(plan("engine", first.url()));
    assertThat(known().getFirst().joules()).isGreaterThanOrEqualTo(joules);
  }

  @Test
  void aReloadWithoutSourcesEndsTheScrapes() {
    first.serve(page(100));
    PowerScraping power = begin(plan("engine", first.url()));
    awaitWatts("engine", 100);

    power.reload(plan("engine"));
    assertThat(known()).isEmpty();
    first.keysAtMetrics().clear();
    second.serve(page(70));
    power.reload(plan("engine", second.url()));
    awaitWatts("engine", 70);
    assertThat(first.keysAtMetrics()).as("scrapes of the page that was removed").isEmpty();
  }

  @Test
  void aReloadForgetsThatAPageCouldNotBeRead() {
    first.needsKey("sk-own");
    second.serve(page(70));
    PowerScraping power = begin(plan("engine", first.url()));
    await("a trouble", () -> !power.problems().isEmpty());
    assertThat(power.problems()).singleElement().asString().contains("engine", first.url(), "401");
    assertThat(messages).singleElement().asString().contains("power cannot be read", first.url());

    power.reload(plan("engine", second.url()));
    awaitWatts("engine", 70);
    assertThat(power.problems()).isEmpty();
    assertThat(messages).hasSize(1);
  }
}
