package dev.goodput.app.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewCommandTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private int review(String... more) {
    return run(
        Stream.concat(
                Stream.of("review", "--log", log().toString(), "--root", stored().toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private String text(String... more) {
    assertThat(review(more)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private Path log() {
    return directory.resolve("log");
  }

  @BeforeEach
  void createTheDirectoryOfTheStoredRuns() throws IOException {
    Files.createDirectories(stored());
  }

  private Path stored() {
    return directory.resolve("runs");
  }

  private static List<String> bullets(String text) {
    return text.lines().filter(line -> line.startsWith("- ") && line.contains("**")).toList();
  }

  private static List<String> rows(String text, String title) {
    return text.substring(text.indexOf("### " + title))
        .lines()
        .skip(4)
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  /// On Monday from 8:40 to 9:20 the engine preempts 4 requests a minute, 160 in all.
  @Test
  void namesWhatWentWrongInAWeekAndNothingElse() throws IOException {
    new PlantedWeek(log())
        .storm(Instant.parse("2026-11-23T08:40:00Z"), Instant.parse("2026-11-23T09:20:00Z"))
        .slower(Instant.parse("2026-11-25T12:00:00Z"), 1.6)
        .outage(Instant.parse("2026-11-27T14:00:00Z"), Instant.parse("2026-11-27T14:40:00Z"))
        .leaving(0.3)
        .write();
    Path page = directory.resolve("review.html");
    String text =
        text("--until", "2026-11-28", "--cost-per-hour", "12EUR", "--html", page.toString());

    assertThat(text).contains("SLO chat was missed").contains("4 things need attention");
    List<String> bullets = bullets(text);
    assertThat(bullets).hasSize(4);
    assertThat(bullets.get(0))
        .contains("**outage**: SLO chat, Fri 27 Nov 14:00 to 14:40 (40 min)")
        .doesNotContain("gpu-0");
    assertThat(bullets.get(1))
        .contains("**too slow**: SLO chat, Wed 25 Nov 12:")
        .contains("TTFT p50")
        .doesNotContain("TPOT")
        .doesNotContain("gpu-0");
    assertThat(bullets.get(2))
        .contains("**too slow**: SLO chat, Mon 23 Nov 08:4")
        .containsPattern("gpu-0: 1[56]\\d preemptions, [34]\\.\\d a minute \\(before: 0\\.0\\)")
        .contains("gpu-0: KV cache up to 99 % full")
        .doesNotContain("queue");
    assertThat(bullets.get(3)).contains("**clients leave**: tenant beta");
    assertThat(rows(text, "What to do"))
        .hasSize(4)
        .satisfiesExactly(
            row ->
                assertThat(row).contains("× http\\_error 503").contains("/20261127T1200-gateway"),
            row -> assertThat(row).contains("TTFT too long").doesNotContain("error 503"),
            row -> assertThat(row).contains("preemptions"),
            row -> assertThat(row).contains("beta"));
    assertThat(rows(text, "Alerts of the gateway"))
        .containsExactly("| Mon 23 Nov 08:50 | chat | page: 3 of 9 bad |");
    // 168 hours at 12 EUR.
    assertThat(text).contains("Cost 2,016 EUR");
    assertThat(Files.readString(page))
        .contains("<h1>Review of the service</h1>")
        .contains("<p>SLO chat was missed: ")
        .contains("tenant beta")
        .doesNotContain("<script");
  }

  @Test
  void namesNothingInAQuietWeek() {
    new PlantedWeek(log()).write();
    String text = text("--until", "2026-11-28T00:00:00Z");
    assertThat(bullets(text)).isEmpty();
    assertThat(text)
        .startsWith("## Every SLO was met: ")
        .contains("Every SLO was met")
        .contains("nothing needs attention")
        .contains("the log covers 168 h of 168 h")
        .doesNotContain("### What to do")
        .doesNotContain("### When an SLO was missed")
        .doesNotContain("### Lasting changes");
  }

  /// TTFT p95 goes from 147 ms to 176 ms, which keeps the SLO of 200 ms.
  @Test
  void namesARegressionThatKeepsTheSlo() {
    new PlantedWeek(log()).slower(Instant.parse("2026-11-25T12:00:00Z"), 1.2).write();
    String text = text("--until", "2026-11-28");
    assertThat(text).contains("Every SLO was met").contains("one thing needs attention");
    assertThat(bullets(text))
        .singleElement()
        .asString()
        .contains("**regression**: SLO chat; TTFT")
        .contains("since Wed 25 Nov 1");
  }

  @Test
  void namesTheTenantThatHadTheFailures() {
    new PlantedWeek(log())
        .outage(Instant.parse("2026-11-27T14:00:00Z"), Instant.parse("2026-11-27T17:00:00Z"))
        .onlyOf("acme")
        .write(PlantedWeek.UNTIL.minus(Duration.ofDays(1)));
    String text = text("--until", "2026-11-28", "--since", "24h");
    assertThat(bullets(text)).singleElement().asString().contains("**outage**");
    assertThat(rows(text, "What to do"))
        .singleElement()
        .asString()
        .contains("at tenant acme")
        .contains("100 % of them at tenant acme");
  }

  @Test
  void reportsWhatTheLogDoesNotCover() {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofDays(1)));
    assertThat(text("--until", "2026-11-28", "--since", "4w"))
        .contains("the log covers 24 h of 672 h")
        .contains("the log starts on Fri 27 Nov 00:00, after the start of the period")
        .contains("the log holds little of the period before");
  }

  /// One gateway logs the last 18 hours and another the last 12: 18 hours at 12 EUR.
  @Test
  void dividesTheEnergyOfThePeriodByGoodTokens() {
    new PlantedWeek(log()).powered(Instant.MAX).write(PlantedWeek.UNTIL.minus(Duration.ofDays(3)));
    List<String> rows = rows(text("--until", "2026-11-28", "--since", "24h"), "Cost and capacity");
    assertThat(rows)
        .contains("| mean power | 500 W | 500 W |", "| energy | 12.0 kWh | 12.0 kWh |")
        .anyMatch(row -> row.startsWith("| energy per good token | "));
  }

  @Test
  void reportsNoEnergyIfThePowerPageWentAway() {
    new PlantedWeek(log())
        .powered(PlantedWeek.UNTIL.minus(Duration.ofHours(12)))
        .write(PlantedWeek.UNTIL.minus(Duration.ofDays(3)));
    assertThat(rows(text("--until", "2026-11-28", "--since", "24h"), "Cost and capacity"))
        .anyMatch(row ->
            row.startsWith("| mean power | unknown: the power of gpu-0 is known for ")
                && row.endsWith(" of the time | 500 W |"))
        .anyMatch(row -> row.startsWith("| energy per good token | not applicable | "));
  }

  @Test
  void countsTheTimeOfConcurrentGatewaysOnce() {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(18)));
    new PlantedWeek(log()).gateway("second").write(PlantedWeek.UNTIL.minus(Duration.ofHours(12)));
    assertThat(text("--until", "2026-11-28", "--since", "48h", "--cost-per-hour", "12EUR"))
        .contains("the log covers 18 h of 48 h")
        .contains("Cost 216 EUR");
  }

  /// The peak of all requests is not known from a tenth of them, and neither is what depends on it.
  @Test
  void reportsNoPeakOfASampledLog() throws IOException {
    Instant start = PlantedWeek.UNTIL.minus(Duration.ofHours(6));
    RunDirectory search =
        RunDirectory.create(
            stored().resolve("search"),
            Manifest.empty().with("run.started", start.minusSeconds(3600).toString()));
    Files.writeString(
        search.path().resolve("result.json"),
        """
        {"schema": "goodput.search/1",
         "search": {"ending": "reached", "claim_rps": 0.02, "unit": "requests"},
         "run": {}, "levels": []}
        """);
    String[] args = {"--until", "2026-11-28", "--since", "24h", "--cost-per-hour", "12EUR"};
    new PlantedWeek(log()).write(start);
    assertThat(text(args)).contains("Add capacity, or limit the load").doesNotContain("unknown");

    new PlantedWeek(log()).gateway("second").share(0.1).write(start);
    String text = text(args);
    assertThat(text).doesNotContain("Add capacity");
    assertThat(rows(text, "Cost and capacity"))
        .anyMatch(row -> row.startsWith("| cost per million good tokens | not applicable |"))
        .anyMatch(row -> row.startsWith("| peak requests/s over 5 min | unknown: the log holds"))
        .anyMatch(row -> row.startsWith("| headroom | unknown: the log holds only a share"));
  }

  /// Requests that no SLO judges are in neither part of the ratio, so they do not change it.
  @Test
  void leavesRequestsWithoutAnSloOutOfTheUsefulWorkRatio() {
    Instant start = PlantedWeek.UNTIL.minus(Duration.ofHours(6));
    String[] args = {"--until", "2026-11-28", "--since", "24h"};
    new PlantedWeek(log()).write(start);
    String judged = useful(text(args));
    new PlantedWeek(log()).gateway("second").sloClass("").write(start);
    String both = text(args);
    assertThat(both).contains("| requests | 1,");
    assertThat(judged).matches("\\| useful-work ratio \\| [89]\\d\\.?\\d* % \\| .*");
    assertThat(useful(both)).isEqualTo(judged);
  }

  private static String useful(String text) {
    return rows(text, "Cost and capacity").get(2);
  }

  @Test
  void appliesTheTargetsOfAnSloFile() throws IOException {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofDays(1)));
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    Files.writeString(slo, Files.readString(slo).replaceAll("target: 0\\.95\\b", "target: 0.999"));
    assertThat(text("--until", "2026-11-28", "--since", "24h", "--slo", slo.toString()))
        .contains("SLO chat was missed")
        .contains("| 99.9 % |");
  }

  /// A file with a single class `chatt`, then one with a class `chat` too.
  @Test
  void namesClassesOfAnSloFileThatAreNotInTheLog() throws IOException {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(6)));
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    String chat = Files.readString(slo);
    String wrong = chat.replace("{slo: chat}", "{slo: chat, class: chatt}");
    String[] args = {"--until", "2026-11-28", "--since", "24h", "--slo", slo.toString()};

    Files.writeString(slo, wrong);
    assertThat(review(args)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("slo.yaml: the log has no SLO class chatt; found chat");

    String second = wrong.substring(wrong.indexOf("---")).replace("name: chat\n", "name: second\n");
    Files.writeString(slo, chat + second);
    assertThat(text(args))
        .contains("SLO class chatt is in the SLO file but not in the log, which has chat");
  }

  private String ofRollups(Path file, String... more) {
    int code =
        run(
            Stream.concat(
                    Stream.of("review", "--log", file.toString(), "--root", stored().toString()),
                    Stream.of(more))
                .toArray(String[]::new));
    assertThat(code).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  @Test
  void rollupsGiveTheFiguresOfTheLog() throws IOException {
    new PlantedWeek(log())
        .outage(
            PlantedWeek.UNTIL.minus(Duration.ofHours(10)),
            PlantedWeek.UNTIL.minus(Duration.ofMinutes(560)))
        .leaving(0.2)
        .write(PlantedWeek.UNTIL.minus(Duration.ofDays(3)));
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    String[] day = {"--until", "2026-11-28", "--since", "24h", "--slo", slo.toString()};

    String ofLog = text(day);
    out.reset();
    String found = ofRollups(PlantedRollups.write(log(), directory.resolve("rollups.jsonl")), day);

    for (String table : List.of("Service level objectives", "Tenants", "Waste")) {
      assertThat(rows(found, table)).as(table).isEqualTo(rows(ofLog, table)).isNotEmpty();
    }
    assertThat(rows(found, "When an SLO was missed").getFirst())
        .contains("Fri 27 Nov 14:00 to 14:40", "failures |");
    assertThat(found)
        .contains("the roll-ups cover 23 h 59 min of 24 h")
        .contains("from roll-ups of 60 s of many gateways, which hold no single requests")
        .doesNotContain("the log");
  }

  /// The roll-ups are from 18:00 to 23:59, and the period from 3:00 to 3:00: 15 h and 3 h 1 min.
  @Test
  void namesTheTimeBeforeAndAfterTheRollups() throws IOException {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(6)));
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    Path file = PlantedRollups.write(log(), directory.resolve("rollups.jsonl"));
    assertThat(
            ofRollups(
                file, "--until", "2026-11-28T03:00:00Z", "--since", "24h", "--slo", slo.toString()))
        .contains("no roll-up for 1081 min in gaps of 10 min or more");
  }

  @Test
  void refusesRollupsThatItCannotReview() throws IOException {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(6)));
    Path file = PlantedRollups.write(log(), directory.resolve("rollups.jsonl"), "{}");
    assertThat(run("review", "--log", file.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("hold no targets; add --slo FILE");
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    int refused = run("review", "--log", file.toString(), "--slo", slo.toString());
    assertThat(refused).as(err.toString(UTF_8)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("rollups.jsonl line 1: not a roll-up");
    Path good = PlantedRollups.write(log(), directory.resolve("rollups.jsonl"));
    String[] old = {
      "review", "--log", good.toString(), "--slo", slo.toString(), "--until", "2026-01-01"
    };
    assertThat(run(old)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("it holds 2026-11-27T18:00:00Z to 2026-11-27T23:59:00Z");
  }

  @Test
  void countsSlicesForAnSloThatPromisesThem() throws IOException {
    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(6)));
    Path slo = directory.resolve("slo.yaml");
    assertThat(run("slo", "init", "chat", "--out", slo.toString())).isZero();
    Files.writeString(
        slo,
        Files.readString(slo)
            .replace("budgetingMethod: Occurrences", "budgetingMethod: Timeslices")
            .replace(
                "displayName: good requests",
                "displayName: good requests\n"
                    + "      timeSliceTarget: 0.9\n      timeSliceWindow: 5m"));
    String text = text("--until", "2026-11-28", "--since", "24h", "--slo", slo.toString());
    assertThat(rows(text, "Service level objectives"))
        .singleElement()
        .asString()
        .matches(
            "\\| chat \\| 95 % of slices of 5 min \\| 100 % \\| .* \\| [1-9]\\d* \\| 0 \\| 0 % .*");
  }

  @Test
  void refusesWhatHoldsNoRequestOfThePeriod() throws IOException {
    assertThat(review()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("is not a directory; goodput gateway --log DIR");

    Files.createDirectories(log());
    assertThat(review()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("holds no gateway log");

    new PlantedWeek(log()).write(PlantedWeek.UNTIL.minus(Duration.ofHours(12)));
    assertThat(review("--until", "2026-01-01")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("no request from 2025-12-25T00:00:00Z to 2026-01-01T00:00:00Z")
        .contains("it holds 2026-11-27T12:00:00Z to 2026-11-28T00:00:00Z");

    assertThat(review("--since", "7x")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--since must be a time such as 24h, 7d or 4w");
    assertThat(review("--since", "1y")).isEqualTo(2);
    assertThat(review("--since", "30m")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--since must be from 1h to 92d, found 30m");
    assertThat(review("--until", "soon")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--until must be a date or a UTC time");
    assertThat(review("--cost-per-hour", "much")).isEqualTo(2);
  }
}
