package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Counted;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.EngineMetricSummary.NotObservable;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MetricsWindowTest {
  private static final long SEED = 161803;
  private static final long SECOND = 1_000_000_000;
  private static final String PAGE = "http://h/metrics";

  private static SuccessfulScrape scrape(String source, double seconds, String page) {
    return new SuccessfulScrape(
        source, (long) (seconds * SECOND), 0, Exports.read(page + "\n", null));
  }

  private static SuccessfulScrape scrape(double seconds, String page) {
    return scrape(PAGE, seconds, page);
  }

  private static SuccessfulScrape tokens(double seconds, double value) {
    return scrape(seconds, "vllm:generation_tokens_total " + value);
  }

  private static SuccessfulScrape watts(double seconds, double watts, double joules) {
    return scrape(
        seconds,
        """
        DCGM_FI_DEV_POWER_USAGE %s
        DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION %s
        DCGM_FI_DEV_FB_USED 9\
        """
            .formatted(watts, joules * 1000));
  }

  private static SuccessfulScrape running(double seconds, double value) {
    return scrape(seconds, "vllm:num_requests_running " + value);
  }

  /// Tokens of a process with a known start time.
  private static SuccessfulScrape tokens(double seconds, double value, double started) {
    return scrape(
        seconds,
        "vllm:generation_tokens_total " + value + "\nprocess_start_time_seconds " + started);
  }

  private static FailedScrape miss(double seconds) {
    return new FailedScrape(
        PAGE, (long) (seconds * SECOND), FailureReason.HUNG, "no page within 5000 ms");
  }

  private static MetricsSummary window(double from, double to, Scrape... observations) {
    MetricsWindow window =
        new MetricsWindow(new TimeRange((long) (from * SECOND), (long) (to * SECOND)));
    for (Scrape each : observations) {
      window.add(each);
    }
    return window.summary();
  }

  private static Counted counted(MetricsSummary summary, EngineMetric sign) {
    return (Counted) Objects.requireNonNull(summary.signs().get(sign));
  }

  private static Counted generated(MetricsSummary summary) {
    return counted(summary, EngineMetric.GENERATION_TOKENS);
  }

  private static Gauged gauged(MetricsSummary summary, EngineMetric sign) {
    return (Gauged) Objects.requireNonNull(summary.signs().get(sign));
  }

  private static String why(MetricsSummary summary, EngineMetric sign) {
    return ((NotObservable) Objects.requireNonNull(summary.signs().get(sign))).why();
  }

  @Test
  void averagesOverTimeAndCutsAtTheEdges() {
    Scrape[] scrapes = {running(0, 2), running(1, 4), running(2, 4)};
    Gauged all = gauged(window(0, 2, scrapes), EngineMetric.RUNNING);
    assertThat(all.source()).isEqualTo("vllm:num_requests_running");
    assertThat(all.mean()).isEqualTo(3.5);
    assertThat(all.max()).isEqualTo(4);
    assertThat(all.covered()).isEqualTo(1);
    Gauged middle = gauged(window(.5, 1.5, scrapes), EngineMetric.RUNNING);
    assertThat(middle.mean()).isEqualTo(3.75);
    Gauged begin = gauged(window(.25, .75, scrapes), EngineMetric.RUNNING);
    assertThat(begin.mean()).isEqualTo(3);
    assertThat(begin.max()).isEqualTo(3);
    Gauged half = gauged(window(0, 4, scrapes), EngineMetric.RUNNING);
    assertThat(half.covered()).isEqualTo(.5);
    assertThat(half.mean()).isEqualTo(3.5);
  }

  @Test
  void countsWhatGrewInTheWindow() {
    Scrape[] scrapes = {tokens(0, 10), tokens(1, 20), tokens(2, 40)};
    assertThat(generated(window(.5, 1.5, scrapes)))
        .isEqualTo(
            new Counted(
                "vllm:generation_tokens",
                15,
                false,
                1,
                generated(window(.5, 1.5, scrapes)).parts()));
    Counted all = generated(window(-1, 3, scrapes));
    assertThat(all.increase()).isEqualTo(30);
    assertThat(all.covered()).isEqualTo(.5);
    assertThat(all.parts()).containsExactly(Map.entry("", 30.0));
  }

  @Test
  void leavesTheTimeAroundAMissOutAndCountsThroughIt() {
    String page = "vllm:num_requests_running %s%nvllm:generation_tokens_total %s";
    MetricsSummary summary =
        window(
            0,
            4,
            scrape(0, page.formatted(2, 10)),
            scrape(1, page.formatted(4, 20)),
            miss(2),
            scrape(3, page.formatted(9, 70)),
            scrape(4, page.formatted(9, 80)));
    Gauged running = gauged(summary, EngineMetric.RUNNING);
    assertThat(running.mean()).isEqualTo((3 + 9) / 2.);
    assertThat(running.covered()).isEqualTo(.5);
    assertThat(generated(summary).increase()).isEqualTo(70);
    assertThat(generated(summary).covered()).isEqualTo(1);
    assertThat(summary.sources())
        .containsExactly(
            new MetricsSummary.Source(
                PAGE,
                4,
                Map.of(FailureReason.HUNG, 1),
                "no page within 5000 ms",
                List.of(),
                false,
                true,
                0));
  }

  @Test
  @Tag("fault")
  void countsTheSameWhereverAPageWasCut() {
    String page = Exports.page("vllm-0.32.0");
    for (int end = 0; end <= page.length(); end = next(page, end)) {
      MetricsWindow window = new MetricsWindow(new TimeRange(0, 2 * SECOND));
      window.add(new SuccessfulScrape(PAGE, 0, 0, Exports.read(page, null)));

      // A page cut between two lines looks complete; a page cut within a line is not read.
      window.add(new SuccessfulScrape(PAGE, SECOND, 0, Exports.read(page.substring(0, end), null)));
      window.add(new SuccessfulScrape(PAGE, 2 * SECOND, 0, Exports.read(page, null)));
      MetricsSummary summary = window.summary();
      for (EngineMetric sign :
          List.of(
              EngineMetric.GENERATION_TOKENS,
              EngineMetric.PROMPT_TOKENS,
              EngineMetric.REQUESTS_FINISHED)) {
        assertThat(counted(summary, sign).increase()).as(sign + " to " + end).isZero();
      }
      assertThat(summary.sources().getFirst().restartedNanos()).isEmpty();
    }
  }

  /// A known limit: on such a page a cut looks like a restart, as nothing on it stays the same.
  @Test
  @Tag("fault")
  void takesACutPageForARestartWhereItDoesNotNameItsProcess() {
    String page = "tgi_request_success %s%ntgi_request_input_length_sum %s";
    MetricsSummary summary =
        window(
            0,
            2,
            scrape(0, page.formatted(10, 500)),
            scrape(1, "tgi_request_success 1"),
            scrape(2, page.formatted(12, 600)));
    assertThat(counted(summary, EngineMetric.REQUESTS_FINISHED).increase()).isEqualTo(12);
    assertThat(counted(summary, EngineMetric.REQUESTS_FINISHED).atLeast()).isTrue();
  }

  private static int next(String page, int end) {
    int line = page.indexOf('\n', end);
    return line < 0 ? page.length() + 1 : line + 1;
  }

  @Test
  void countsThroughARestartAndSaysSo() {
    MetricsSummary fell = window(0, 3, tokens(0, 100), tokens(1, 130), tokens(2, 5), tokens(3, 20));
    assertThat(generated(fell).increase()).isEqualTo(50);
    assertThat(generated(fell).atLeast()).isTrue();
    assertThat(fell.sources().getFirst().restartedNanos()).hasSize(1);
    MetricsSummary rose = window(0, 1, tokens(0, 10, 1000), tokens(1, 12, 1050));
    assertThat(generated(rose).increase()).isEqualTo(12);
    assertThat(generated(rose).atLeast()).isTrue();
    MetricsSummary same = window(0, 1, tokens(0, 10, 1000), tokens(1, 12, 1001));
    assertThat(generated(same).increase()).isEqualTo(2);
    assertThat(generated(same).atLeast()).isFalse();
    MetricsSummary before =
        window(1, 2, tokens(0, 10, 1000), tokens(1, 2, 1050), tokens(2, 3, 1050));
    assertThat(generated(before).atLeast()).isFalse();
    assertThat(before.sources().getFirst().restartedNanos()).isEmpty();
  }

  @Test
  void tellsNothingOfAShortWindowFromGpusThatAreSeldomAsked() {
    // Idle until 30 s, busy from then on; the values are renewed every 30 s and scraped every
    // second.
    Scrape[] scrapes = new Scrape[90];
    for (int i = 0; i < 90; i++) {
      int requested = i / 30;
      scrapes[i] =
          watts(i, requested < 2 ? 70 : 700, requested < 2 ? 2100 * requested : 2100 + 21_000);
    }
    MetricsSummary brief = window(30, 50, scrapes);
    for (EngineMetric sign : List.of(EngineMetric.GPU_POWER, EngineMetric.GPU_ENERGY)) {
      assertThat(why(brief, sign))
          .isEqualTo("its page updates its values too rarely for the window");
    }
    assertThat(gauged(brief, EngineMetric.GPU_MEMORY_USED).mean()).isEqualTo(9 << 20);
    assertThat(brief.sources().getFirst().stoodStillNanos()).isEqualTo(29 * SECOND);
    Scrape[] fresh = new Scrape[91];
    for (int i = 0; i <= 90; i++) {
      fresh[i] = watts(i, i < 30 ? 70 : 700, i < 30 ? 70 * i : 2100 + 700 * (i - 30));
    }
    MetricsSummary live = window(30, 50, fresh);
    assertThat(gauged(live, EngineMetric.GPU_POWER).mean()).isEqualTo(700);
    assertThat(counted(live, EngineMetric.GPU_ENERGY).increase()).isCloseTo(14_000, within(1e-6));
    assertThat(live.sources().getFirst().stoodStillNanos()).isZero();
  }

  @Test
  void takesNoEnergyFromACounterThatFallsBack() {
    String page = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\"} %s";
    MetricsSummary summary =
        window(
            0,
            3,
            scrape(0, page.formatted(319_000_000)),
            scrape(1, page.formatted(320_000_000)),
            scrape(2, page.formatted(319_500_000)),
            scrape(3, page.formatted(319_600_000)));
    assertThat(counted(summary, EngineMetric.GPU_ENERGY).increase()).isCloseTo(1100, within(1e-6));
  }

  @Test
  void countsOneEngineAnewWhereTheOthersGoOn() {
    String page =
        "vllm:generation_tokens_total{engine=\"0\"} %s%n"
            + "vllm:generation_tokens_total{engine=\"1\"} %s";
    Counted tokens =
        generated(
            window(0, 1, scrape(0, page.formatted(50, 1000)), scrape(1, page.formatted(8, 1007))));
    assertThat(tokens.parts()).containsExactly(Map.entry("0", 8.0), Map.entry("1", 7.0));
  }

  @Test
  void takesNoEnergyFromARestartOfTheExporterOrItsFirstValue() {
    String page = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\"} %s%n";
    String began = "process_start_time_seconds %s";
    MetricsSummary summary =
        window(
            0,
            3,
            scrape(0, began.formatted(1000)),
            scrape(1, page.formatted(319_000_000) + began.formatted(1000)),
            scrape(2, page.formatted(319_400_000) + began.formatted(1000)),
            scrape(3, page.formatted(319_900_000) + began.formatted(2000)));
    assertThat(counted(summary, EngineMetric.GPU_ENERGY).increase()).isCloseTo(900, within(1e-6));
    assertThat(counted(summary, EngineMetric.GPU_ENERGY).atLeast()).isFalse();
  }

  @Test
  void countsFromZeroWhereACounterComesToBe() {
    Counted finished =
        counted(
            window(
                0,
                2,
                scrape(0, "tgi_queue_size 0"),
                scrape(1, "tgi_queue_size 0\ntgi_request_success{method=\"a\"} 3"),
                scrape(2, "tgi_queue_size 0\ntgi_request_success{method=\"a\"} 5")),
            EngineMetric.REQUESTS_FINISHED);
    assertThat(finished.increase()).isEqualTo(5);
  }

  @Test
  void countsOnceWhereAPageLosesACounterForAWhile() {
    Scrape[] scrapes = {tokens(0, 90), running(1, 1), tokens(2, 100)};
    assertThat(generated(window(0, 2, scrapes)).increase()).isEqualTo(10);
  }

  @Test
  void countsNothingWhereServersTakeTurns() {
    MetricsSummary older =
        window(0, 2, tokens(0, 10, 1000), tokens(1, 500, 2000), tokens(2, 11, 1000));
    assertThat(why(older, EngineMetric.GENERATION_TOKENS))
        .isEqualTo("several servers answer at one address in turn");
    assertThat(older.sources().getFirst().severalServers()).isTrue();
    MetricsSummary swings =
        window(0, 4, tokens(0, 900), tokens(1, 10), tokens(2, 901), tokens(3, 11), tokens(4, 902));
    assertThat(swings.sources().getFirst().severalServers()).isTrue();
    MetricsSummary together =
        window(
            0,
            4,
            tokens(0, 900, 1000),
            tokens(1, 10, 1000.4),
            tokens(2, 901, 1000),
            tokens(3, 11, 1000.4),
            tokens(4, 902, 1000));
    assertThat(together.sources().getFirst().severalServers()).isTrue();
    MetricsSummary corrected =
        window(0, 3, tokens(0, 9, 1000), tokens(1, 10, 1001), tokens(2, 11, 1000), tokens(3, 12));
    assertThat(corrected.sources().getFirst().severalServers()).isFalse();
    MetricsSummary once = window(0, 2, tokens(0, 9), tokens(1, 1), tokens(2, 9));
    assertThat(once.sources().getFirst().severalServers()).isFalse();
  }

  @Test
  void quotesTheLastMissOfTheWindowAndNoOther() {
    Scrape[] scrapes = {running(0, 1), miss(1), running(2, 1), running(3, 1), miss(9)};
    assertThat(window(2, 4, scrapes).sources().getFirst().lastMiss()).isEmpty();
    assertThat(window(0, 2, scrapes).sources().getFirst().lastMiss()).isNotEmpty();
    assertThat(window(0, 2, miss(9)).sources().getFirst().lastMiss()).isNotEmpty();
    assertThat(window(0, 2, miss(9)).sources().getFirst().hasMetrics()).isFalse();
    assertThat(window(0, 2, scrapes).sources().getFirst().hasMetrics()).isTrue();
  }

  @Test
  void saysWhyASignCannotBeObserved() {
    assertThat(why(window(0, 1), EngineMetric.RUNNING)).isEqualTo("no server's metrics were read");
    assertThat(why(window(0, 1, miss(.5)), EngineMetric.RUNNING))
        .isEqualTo("no page came: no page within 5000 ms");
    assertThat(why(window(0, 1, running(0, 1), running(1, 1)), EngineMetric.GPU_POWER))
        .isEqualTo("no page has a metric for it");
    String none = "the window holds no time between two scrapes of it";
    assertThat(why(window(0, 1, running(.5, 1)), EngineMetric.RUNNING)).isEqualTo(none);
    assertThat(why(window(3, 4, running(0, 1), running(1, 1)), EngineMetric.RUNNING))
        .isEqualTo(none);
    assertThat(why(window(0, 1, running(0, 1), miss(.5), running(1, 1)), EngineMetric.RUNNING))
        .isEqualTo(none);
    assertThat(window(0, 1).signs()).hasSize(EngineMetric.values().length);
  }

  @Test
  void takesThePagesOfSeveralServersForOneWhole() {
    String page = "vllm:num_requests_running %s%nvllm:kv_cache_usage_perc %s";
    MetricsSummary summary =
        window(
            0,
            2,
            scrape("a", 0, page.formatted(1, .5)),
            scrape("b", 0, page.formatted(10, .1)),
            scrape("a", 1, page.formatted(5, .5)),
            scrape("b", 1, page.formatted(20, .1)),
            scrape("a", 2, page.formatted(1, .5)),
            scrape("b", 2, page.formatted(10, .1)));
    Gauged running = gauged(summary, EngineMetric.RUNNING);
    assertThat(running.mean()).isEqualTo(3 + 15);
    assertThat(running.max()).isEqualTo(25);
    assertThat(running.parts()).containsExactly(Map.entry("a", 3.0), Map.entry("b", 15.0));
    assertThat(gauged(summary, EngineMetric.KV_CACHE_USAGE).mean()).isCloseTo(.3, within(1e-12));
    assertThat(summary.sources())
        .extracting(MetricsSummary.Source::address)
        .containsExactly("a", "b");
  }

  @Test
  void takesNoMaximumFromAPageThatIsMissed() {
    String page = "vllm:num_requests_running ";
    MetricsSummary summary =
        window(
            0,
            2,
            scrape("a", 0, page + 1),
            scrape(PAGE, 0, page + 10),
            scrape("a", 1, page + 2),
            scrape(PAGE, 1, page + 10),
            miss(1.5),
            scrape("a", 2, page + 7));

    // Over scrapes that have both it is 12, but the mean of each over its own time is more.
    assertThat(gauged(summary, EngineMetric.RUNNING).mean()).isEqualTo(13);
    assertThat(gauged(summary, EngineMetric.RUNNING).max()).isEqualTo(13);
  }

  @Test
  void refusesAWindowWithoutLength() {
    assertThatThrownBy(() -> new TimeRange(5, 5)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("property")
  void halvesOfAWindowComeToTheWhole() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      List<Scrape> scrapes = new ArrayList<>();
      double count = 0;
      for (int i = 0; i <= 20; i++) {
        count = random.nextInt(12) == 0 ? random.nextInt(5) : count + random.nextInt(9);
        scrapes.add(
            scrape(
                i + random.nextDouble() / 2,
                "vllm:num_requests_running "
                    + random.nextInt(50)
                    + "\nvllm:generation_tokens_total "
                    + count));
      }
      Scrape[] all = scrapes.toArray(Scrape[]::new);
      double middle = 2 + 16 * random.nextDouble();
      MetricsSummary first = window(1, middle, all);
      MetricsSummary second = window(middle, 20, all);
      MetricsSummary whole = window(1, 20, all);
      if (whole.sources().getFirst().severalServers()) {
        continue;
      }
      double seconds =
          gauged(first, EngineMetric.RUNNING).mean() * (middle - 1)
              + gauged(second, EngineMetric.RUNNING).mean() * (20 - middle);
      assertThat(seconds / 19)
          .as("seed %d, round %d", SEED, round)
          .isCloseTo(gauged(whole, EngineMetric.RUNNING).mean(), within(1e-6));
      assertThat(generated(first).increase() + generated(second).increase())
          .as("seed %d, round %d", SEED, round)
          .isCloseTo(generated(whole).increase(), within(1e-6));
    }
  }
}
