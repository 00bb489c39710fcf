package dev.goodput.system;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.alert.PrometheusRules;
import dev.goodput.operate.alert.RuleOptions;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Evaluates the generated alert rules in a real Prometheus over a [TrafficWeek]: normal traffic
/// fires nothing, and the same week with an outage of an hour pages. Needs `prometheus` and
/// `promtool`. Not part of the test suite: CONTRIBUTING.md has the command. Arguments: requests per
/// second in the busiest hour (3), seconds between scrapes (30).
final class AlertWeekValidation {
  private static final long START = Instant.parse("2026-11-02T00:00:00Z").getEpochSecond();
  private static final long END = START + TrafficWeek.DAYS * 86_400L;
  private static final String PAGE = "GoodputBudgetBurnFast";
  private static final Pattern METRIC = Pattern.compile("(?<![:\\w])goodput_\\w+");
  private static final Pattern RECORD = Pattern.compile("\\bslo:\\w+:\\w+");
  private static final Pattern UNITS = Pattern.compile("(\\d+)([smhd])");
  private static final long POLL_NANOS = 50_000_000;

  private final Path folder;
  private final String url;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Rule> rules = new ArrayList<>();
  private final long promisedSeconds;
  private final Set<String> metrics = new TreeSet<>(Set.of("up"));

  /// A rule of the generated file.
  private record Rule(JsonNode text, String interval) {
    String expr() {
      return text.get("expr").asString();
    }

    boolean records() {
      return text.has("record");
    }
  }

  private AlertWeekValidation(Path folder) throws IOException {
    this.folder = folder;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    url = "http://127.0.0.1:" + port;
    SloFile slo = SloFile.parse("slo.yaml", SloTemplate.of(Slo.parse("chat")));
    promisedSeconds = slo.objectives().getFirst().pageWithin().toSeconds();
    String text = PrometheusRules.of(slo, new RuleOptions("goodput", "docs", ""));
    METRIC.matcher(text).results().forEach(found -> metrics.add(found.group()));
    for (JsonNode group : new YAMLMapper().readTree(text).get("groups")) {
      for (JsonNode rule : group.get("rules")) {
        rules.add(new Rule(rule, group.get("interval").asString()));
      }
    }
  }

  /// Runs both weeks; exits with 1 if alerts fire in the first or the page is late in the second.
  public static void main(String[] args) throws Exception {
    double rate = args.length > 0 ? Double.parseDouble(args[0]) : 3;
    int scrape = args.length > 1 ? Integer.parseInt(args[1]) : 30;
    Path folder = Files.createTempDirectory("goodput-alert-week");
    boolean right = true;
    for (boolean outage : new boolean[] {false, true}) {
      Path week = Files.createDirectory(folder.resolve(outage ? "outage" : "normal"));
      right &= new AlertWeekValidation(week).holds(rate, scrape, outage);
    }
    delete(folder);
    System.exit(right ? 0 : 1);
  }

  /// Deletes the directory. After an exception it stays, with the logs that the message names.
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private boolean holds(double rate, int scrape, boolean outage) throws Exception {
    TrafficWeek week = new TrafficWeek(rate, scrape, START, outage, metrics);
    try (BufferedWriter file = Files.newBufferedWriter(folder.resolve("scrapes.txt"))) {
      for (StringBuilder series : week.run()) {
        file.append(series);
      }
      file.append("# EOF\n");
    }
    requireWritten(week.names());
    run("promtool", "tsdb", "create-blocks-from", "openmetrics", "-q", "scrapes.txt", "tsdb");
    Map<Integer, List<Rule>> levels = levels();
    for (Map.Entry<Integer, List<Rule>> level : levels.entrySet()) {
      String name = "level-" + level.getKey() + ".yaml";
      Files.writeString(folder.resolve(name), rulesFile(level.getValue()));
      withPrometheus(() -> record(name));
    }
    Map<String, Long> fired = new TreeMap<>();
    withPrometheus(() -> {
      for (Rule rule : rules) {
        if (!rule.records()) {
          firstFiring(rule).ifPresent(at -> fired.put(rule.text.get("alert").asString(), at));
        }
      }
      report(week, outage, fired);
    });
    long started = START + TrafficWeek.OUTAGE_SECONDS;
    return outage
        ? fired.getOrDefault(PAGE, END) - started <= promisedSeconds
            && fired.getOrDefault(PAGE, 0L) > started
        : fired.isEmpty();
  }

  /// Requires that the week has every metric that a rule reads: a rule without data is silent.
  private void requireWritten(Set<String> names) {
    Set<String> missing = new TreeSet<>(metrics);
    missing.removeAll(names);
    rules.stream()
        .filter(Rule::records)
        .forEach(rule -> missing.remove(rule.text.get("record").asString()));
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "the rules read metrics that the week does not have: " + String.join(", ", missing));
    }
  }

  private void report(TrafficWeek week, boolean outage, Map<String, Long> fired) throws Exception {
    String bad = "slo:goodput_slo_bad_requests:rate5m";
    String all = "slo:goodput_slo_requests:rate5m";
    System.out.printf(
        Locale.ROOT,
        "%s: %d requests, %.2f %% bad, %.1f %% in the worst hour; %d alert rules%n",
        outage ? "week with an outage" : "normal week",
        week.requests(),
        100 * value("sum_over_time(" + bad + "[7d]) / sum_over_time(" + all + "[7d])"),
        100
            * value(
                "max_over_time((sum_over_time("
                    + bad
                    + "[1h]) / (sum_over_time("
                    + all
                    + "[1h]) > 10))[7d:5m])"),
        rules.stream().filter(rule -> !rule.records()).count());
    fired.forEach(
        (alert, at) -> System.out.printf("  %s fires at %s%n", alert, Instant.ofEpochSecond(at)));
    if (fired.isEmpty()) {
      System.out.println("  no alert fires");
    }
  }

  /// Returns the recording rules by level: those of a level read only series of lower ones.
  private Map<Integer, List<Rule>> levels() {
    Map<String, Integer> of = new HashMap<>();
    Map<Integer, List<Rule>> levels = new TreeMap<>();
    for (Rule rule : rules) {
      if (rule.records()) {
        int level =
            RECORD
                .matcher(rule.expr())
                .results()
                .mapToInt(found -> of.getOrDefault(found.group(), 0) + 1)
                .max()
                .orElse(0);
        of.merge(rule.text.get("record").asString(), level, Math::max);
        levels.computeIfAbsent(level, any -> new ArrayList<>()).add(rule);
      }
    }
    return levels;
  }

  private static String rulesFile(List<Rule> rules) {
    List<Map<String, Object>> groups = new ArrayList<>();
    for (Rule rule : rules) {
      groups.add(
          Map.of(
              "name",
              "group-" + groups.size(),
              "interval",
              rule.interval,
              "rules",
              List.of(rule.text)));
    }
    return new YAMLMapper().writeValueAsString(Map.of("groups", groups));
  }

  private void record(String file) throws Exception {
    run(
        "promtool",
        "tsdb",
        "create-blocks-from",
        "rules",
        "--url=" + url,
        "--start=" + START,
        "--end=" + END,
        "--output-dir=recorded",
        file);
  }

  /// A step that needs a running Prometheus.
  private interface Step {
    void run() throws Exception;
  }

  /// Runs a step, then moves what it recorded to the other blocks.
  private void withPrometheus(Step step) throws Exception {
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(config, "global: {}\n");
    Process server =
        start(
            "prometheus",
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=tsdb",
            "--storage.tsdb.retention.time=10y",
            "--web.listen-address=127.0.0.1:" + port);
    try {
      awaitReady(server);
      step.run();
    } finally {
      server.destroy();
      server.waitFor();
    }
    File[] recorded = folder.resolve("recorded").toFile().listFiles(File::isDirectory);
    for (File block : recorded == null ? new File[0] : recorded) {
      Files.move(block.toPath(), folder.resolve("tsdb").resolve(block.getName()));
    }
  }

  private void awaitReady(Process server) throws InterruptedException {
    HttpRequest ready = HttpRequest.newBuilder(URI.create(url + "/-/ready")).build();
    while (true) {
      try {
        if (client.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
      } catch (IOException e) {
        if (!server.isAlive()) {
          throw new IllegalStateException("prometheus ended: " + folder.resolve("prometheus.log"));
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /// Returns when an alert first fires, in seconds since 1970: its expression has had a result for
  /// as long as the rule holds it.
  private OptionalLong firstFiring(Rule rule) throws Exception {
    long step = seconds(rule.interval);
    long hold = rule.text.has("for") ? seconds(rule.text.get("for").asString()) : 0;
    JsonNode found =
        query(
            "query_range?query=%s&start=%d&end=%d&step=%d"
                .formatted(
                    URLEncoder.encode(rule.expr(), StandardCharsets.UTF_8), START, END, step));
    long first = Long.MAX_VALUE;
    for (JsonNode series : found) {
      long since = 0;
      long last = 0;
      for (JsonNode sample : series.get("values")) {
        long at = sample.get(0).asLong();
        since = at - last > step ? at : since;
        last = at;
        if (at - since >= hold) {
          first = Math.min(first, at);
          break;
        }
      }
    }
    return first == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first);
  }

  private double value(String expr) throws Exception {
    JsonNode found =
        query("query?query=" + URLEncoder.encode(expr, StandardCharsets.UTF_8) + "&time=" + END);
    return found.isEmpty() ? Double.NaN : found.get(0).get("value").get(1).asDouble();
  }

  private JsonNode query(String query) throws Exception {
    HttpResponse<String> reply =
        client.send(
            HttpRequest.newBuilder(URI.create(url + "/api/v1/" + query)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      throw new IOException("Prometheus: " + reply.body());
    }
    return JsonMapper.shared().readTree(reply.body()).get("data").get("result");
  }

  private static long seconds(String text) {
    Matcher matcher = UNITS.matcher(text);
    Duration all = Duration.ZERO;
    while (matcher.find()) {
      all = all.plus(Duration.parse(period(matcher.group(1), matcher.group(2))));
    }
    return all.toSeconds();
  }

  private static String period(String number, String unit) {
    return unit.equals("d") ? "P" + number + "D" : "PT" + number + unit.toUpperCase(Locale.ROOT);
  }

  private void run(String... command) throws IOException, InterruptedException {
    int code = start(command).waitFor();
    if (code != 0) {
      throw new IOException(
          "%s ended with exit code %d: %s"
              .formatted(String.join(" ", command), code, folder.resolve(command[0] + ".log")));
    }
  }

  private Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(folder.resolve(command[0] + ".log").toFile()))
        .start();
  }
}
