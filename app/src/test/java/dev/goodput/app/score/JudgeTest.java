package dev.goodput.app.score;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.sun.net.httpserver.HttpServer;
import dev.goodput.app.main.Main;
import dev.goodput.runner.score.Judge;
import dev.goodput.runner.signals.OwnSignals;
import dev.goodput.runner.signals.Signals;
import dev.goodput.wire.client.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Judges whose verdicts are planned: one that is fair, one that prefers the first position, one
/// that answers nonsense, and one that fails.
@Isolated
class JudgeTest {
  private static final Pattern ANSWERS =
      Pattern.compile("(?s)\\[Answer A]\n(.*)\n\\[End of answer A].*\\[Answer B]\n(.*)\n\\[End");

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  /// Ten texts, of which seven are right.
  private Path pairs() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String text = i < 7 ? "right" : "wrong";
      lines.add("{\"id\": %d, \"hyp\": \"%s %d\", \"refs\": [\"right\"]}".formatted(i, text, i));
    }
    return Files.write(directory.resolve("pairs.jsonl"), lines);
  }

  private int score(UnaryOperator<String> judge, String... more) throws IOException {
    try (AnsweringServer server = AnsweringServer.start(judge)) {
      List<String> args = new ArrayList<>(List.of("score", pairs().toString()));
      args.addAll(List.of("--score", "judge", "--judge-model", "planned"));
      args.addAll(List.of("--judge-url", server.url()));
      args.addAll(List.of(more));
      int exit = run(args.toArray(String[]::new));
      assertThat(server.bodies())
          .allSatisfy(
              body -> assertThat(body.required("temperature").doubleValue()).isEqualTo(0.0));
      assertThat(server.keys()).allMatch(("Bearer " + System.getenv("HOME"))::equals);
      return exit;
    }
  }

  private JsonNode judged(UnaryOperator<String> judge, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("--json"));
    args.addAll(List.of(more));
    assertThat(score(judge, args.toArray(String[]::new))).as(err.toString(UTF_8)).isZero();
    JsonNode document = valid(out.toString(UTF_8), "score");
    assertThat(document.at("/scores/0").has("judge")).isFalse();
    return document.required("judge");
  }

  private static JsonNode valid(String text, String schema) throws IOException {
    Path file = Path.of("..", "docs", schema + ".schema.json");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(file))
                .validate(text, InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(text);
  }

  private static String fair(String prompt) {
    Matcher answers = ANSWERS.matcher(prompt);
    assertThat(answers.find()).isTrue();
    boolean first = answers.group(1).startsWith("right");
    boolean second = answers.group(2).startsWith("right");
    return first == second ? "They are equal: [[C]]" : first ? "[[A]]" : "[[B]]";
  }

  private static void equal(JsonNode document, String at, double expected) {
    assertThat(document.at(at).asDouble()).as(at).isCloseTo(expected, within(1e-9));
  }

  @Test
  void givesHalfAPointToAnAnswerAsGoodAsTheReference() throws IOException {
    JsonNode judge = judged(JudgeTest::fair);
    equal(judge, "/judged", 10);
    equal(judge, "/score/value", 0.35);
    equal(judge, "/agreement/value", 1);
    equal(judge, "/first_position/value", 0.5);
    assertThat(judge.at("/prompt").asString()).contains("[[C]] if they are equally good");
    assertThat(judge.at("/verdicts/9").toString())
        .isEqualTo(
            "{\"id\":9,\"answer_first\":\"worse\",\"answer_second\":\"worse\",\"score\":0.0}");
  }

  @Test
  void reportsAJudgeThatPrefersTheFirstPosition() throws IOException {
    JsonNode judge = judged(_ -> "[[A]]");
    equal(judge, "/score/value", 0.5);
    equal(judge, "/agreement/value", 0);
    equal(judge, "/first_position/value", 1);
    assertThat(score(_ -> "[[A]]")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains(
            "position bias: it prefers the text that comes first, for 100 % (72.2 % to 100 %)")
        .contains("same verdict in both orders for 0 %")
        .contains("The judge's prompt: You compare two answers to the same question.");
    assertThat(score(JudgeTest::fair)).isZero();
    assertThat(out.toString(UTF_8)).contains("no position bias shown");
  }

  @Test
  void countsRepliesWithoutAVerdict() throws IOException {
    // Of the texts 2 and 8 one order each, of text 9 both.
    JsonNode judge =
        judged(prompt -> {
          Matcher answers = ANSWERS.matcher(prompt);
          assertThat(answers.find()).isTrue();
          boolean half = answers.group(1).matches("(right 2|wrong 8)");
          boolean both = prompt.contains("wrong 9");
          return half || both ? "I like [[A]] and [[B]]" : fair(prompt);
        });
    equal(judge, "/judged", 7);
    equal(judge, "/unreadable", 4);
    equal(judge, "/score/value", 6 * 0.5 / 7);
    assertThat(judge.at("/example").asString()).isEqualTo("I like [[A]] and [[B]]");
    assertThat(judge.at("/verdicts/2/answer_first").asString()).isEqualTo("unreadable");
    assertThat(judge.at("/verdicts/2").has("score")).isFalse();
  }

  @Test
  void givesNoScoreIfNoReplyHasAVerdict() throws IOException {
    assertThat(score(prompt -> prompt.contains("1 + 1") ? "[[A]]" : "nonsense")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("planned: no response judged")
        .contains("20 replies of the judge without a verdict, like \"nonsense\"");
  }

  @Test
  void endsBeforeTheWorkIfTheJudgeDoesNotRespond() throws IOException {
    assertThat(score(_ -> "", "--judge-api-key-env", "HOME")).isEqualTo(3);
    assertThat(err.toString(UTF_8))
        .contains("the judge of --judge-url does not respond: 500: planned")
        .hasLineCount(1);
  }

  @Test
  void endsBeforeTheWorkIfTheJudgeRepliesWithAWebPage() throws IOException {
    assertThat(score(_ -> "<!DOCTYPE html><p>Log in to see [[A]]</p>")).isEqualTo(3);
    assertThat(err.toString(UTF_8))
        .contains("the judge of --judge-url does not respond: no response of the chat API: ")
        .hasLineCount(1);
  }

  /// A judge that never gives a verdict, and a web page in place of the chat API.
  @Test
  void endsBeforeTheWorkIfTheJudgeGivesNoVerdict() throws IOException {
    assertThat(score(_ -> "I cannot\nsay.")).isEqualTo(3);
    assertThat(err.toString(UTF_8))
        .contains(
            "the judge of --judge-url replies without a verdict, one of [[A]], [[B]] and [[C]]: \"I"
                + " cannot say.\"")
        .hasLineCount(1);
    err.reset();
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
    web.createContext("/", exchange -> AnsweringServer.send(exchange, 200, "text/html", "<p>Hi"));
    web.start();
    try {
      String url = "http://127.0.0.1:" + web.getAddress().getPort();
      String[] args = {
        "score", pairs().toString(), "--score=judge", "--judge-model=m", "--judge-url=" + url
      };
      assertThat(run(args)).isEqualTo(3);
    } finally {
      web.stop(0);
    }
    assertThat(err.toString(UTF_8))
        .contains("the judge of --judge-url does not respond: ")
        .contains("<p>Hi")
        .hasLineCount(1);
  }

  @Test
  void stopsAskingAJudgeThatFailsAgainAndAgain() throws IOException {
    JsonNode judge = judged(prompt -> prompt.contains("1 + 1") ? "[[A]]" : "");
    equal(judge, "/judged", 0);
    assertThat(judge.at("/problem").asString()).isEqualTo("500: planned");
    assertThat(judge.at("/not_judged").asInt()).isPositive();
    assertThat(judge.at("/unanswered").asInt() + 2 * judge.at("/not_judged").asInt()).isEqualTo(20);
  }

  /// One server is target and judge. Questions from 0 to 9 get the right answer, but for 7 and 8,
  /// and 9 fails.
  @Test
  void judgesTheResponsesOfABenchAfterItsLastRequest() throws IOException {
    Path tasks = tasks();
    Path folder = directory.resolve("run");
    UnaryOperator<String> both =
        prompt -> {
          if (prompt.contains("[Answer A]")) {
            return prompt.contains("1 + 1") ? "[[A]]" : fair(prompt);
          }
          return prompt.equals("Task 9") ? "" : prompt.matches("Task [78]") ? "wrong" : "right";
        };
    try (AnsweringServer server = AnsweringServer.start(both)) {
      int exit =
          run(
              ("bench --requests 10 --concurrency 2 --max-error-rate 50%% --score exact,judge"
                   + " --judge-model planned --judge-url %1$s --url %1$s --workload %2$s --out %3$s"
                   + " --json --judge-api-key-env HOME")
                  .formatted(server.url(), tasks, folder)
                  .split(" "));
      assertThat(exit).as(err.toString(UTF_8)).isIn(0, 5);
      List<String> order =
          server.bodies().stream()
              .map(JsonNode::toString)
              .filter(body -> body.contains("Task "))
              .map(body -> body.contains("[Answer A]") ? "judge" : "load")
              .toList();
      assertThat(order).hasSize(10 + 18);
      assertThat(order.subList(0, 10)).containsOnly("load");
      assertThat(order.subList(10, 28)).containsOnly("judge");
    }
    JsonNode document = valid(out.toString(UTF_8), "result");
    JsonNode judge = document.at("/judge/levels/0");
    equal(judge, "/judged", 9);
    equal(judge, "/failed", 1);
    equal(judge, "/score/value", 7 * 0.5 / 10);
    assertThat(document.at("/quality/levels/0/scores/0/key").asString()).isEqualTo("exact");
    assertThat(document.at("/quality/levels/0/scores")).hasSize(1);
    assertThat(Files.readAllLines(folder.resolve("judge.csv"))).hasSize(10);
    assertThat(run("report", folder.toString())).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("judge planned: 0.350 against the references");
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("Decide which one is better")
        .doesNotContain("Bearer");
  }

  private Path tasks() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lines.add(
          "{\"prompt\": \"Task %d\", \"output_tokens\": 4, \"reference\": \"right\"}".formatted(i));
    }
    return Files.write(directory.resolve("tasks.jsonl"), lines);
  }

  private int bench(AnsweringServer server, String load) throws IOException {
    return run(
        ("bench --requests 10 --score judge --judge-model planned --judge-url %1$s --url %1$s"
                + " --workload %2$s --out %3$s --json %4$s")
            .formatted(server.url(), tasks(), directory.resolve("run"), load)
            .split(" "));
  }

  /// The judge gives its first eight replies, then none. The signal comes once it holds a request
  /// of each of the four workers, so that of the eight replies at most four are the first of two.
  @Test
  void aSignalEndsJudgingAndKeepsWhatIsJudged() throws Exception {
    AtomicInteger replies = new AtomicInteger();
    AtomicInteger held = new AtomicInteger();
    CountDownLatch never = new CountDownLatch(1);
    UnaryOperator<String> answer =
        prompt -> {
          if (!prompt.contains("[Answer A]") || prompt.contains("1 + 1")) {
            return "[[A]]";
          }
          if (replies.incrementAndGet() <= 8) {
            return "[[C]]";
          }
          try {
            if (held.incrementAndGet() == 4) {
              OwnSignals.raise("INT");
            }
            never.await();
          } catch (Exception e) {
            return ""; // the server ends
          }
          return "";
        };
    List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();
    try (AnsweringServer server = AnsweringServer.start(answer)) {
      assertThat(bench(server, "--concurrency 2")).as(err.toString(UTF_8)).isEqualTo(130);
    } finally {
      former.forEach(Runnable::run);
    }
    JsonNode document = valid(out.toString(UTF_8), "result");
    JsonNode judge = document.at("/judge/levels/0");
    int judged = judge.required("judged").asInt();
    assertThat(judged).isBetween(2, 4);
    equal(judge, "/not_judged", 10 - judged);
    equal(judge, "/unanswered", 0);
    equal(judge, "/score/value", 0.5);
    assertThat(Files.readAllLines(directory.resolve("run/judge.csv"))).hasSize(1 + judged);
    assertThat(document.at("/levels/0/totals/ok").asInt()).isEqualTo(10);
    assertThat(err.toString(UTF_8))
        .contains("each in both orders; Ctrl-C ends judging and keeps the result");
    assertThat(run("report", directory.resolve("run").toString())).isIn(0, 5);
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("judging was interrupted, %d responses not judged".formatted(10 - judged));
  }

  /// A judge that does not respond costs eight time limits, not forty.
  @Test
  void givesUpAfterTimeOutsInARow() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    UnaryOperator<String> silent =
        _ -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "";
        };
    try (AnsweringServer server = AnsweringServer.start(silent)) {
      AnswerJudgeOptions options = new AnswerJudgeOptions();
      options.url = server.url();
      options.model = "planned";
      Endpoint endpoint = options.read(Map.of(), _ -> {}).endpoint();
      Judge judge = new Judge("planned", endpoint, Duration.ofMillis(300), _ -> {});
      List<Judge.@Nullable Judged> judged =
          judge.judge(Collections.nCopies(20, new Judge.Pair("", "a", "b")), () -> false);
      // Four workers, each with two requests about a text; one may have begun another text before
      // the last of the eight failed.
      assertThat(judged.stream().filter(Objects::nonNull).count()).isBetween(4L, 7L);
      assertThat(judged.getFirst())
          .isNotNull()
          .extracting(each -> each.answerFirst().text())
          .asString()
          .contains("timeout");
    }
  }

  @Test
  void doesNotJudgeTheNextLevelWithAJudgeThatFailed() throws IOException {
    UnaryOperator<String> failing =
        prompt -> prompt.contains("[Answer A]") && !prompt.contains("1 + 1") ? "" : "[[A]]";
    try (AnsweringServer server = AnsweringServer.start(failing)) {
      assertThat(bench(server, "--concurrency 1,2")).as(err.toString(UTF_8)).isIn(0, 5);
    }
    JsonNode levels = valid(out.toString(UTF_8), "result").at("/judge/levels");
    assertThat(levels.get(0).at("/unanswered").asInt()).isBetween(8, 14);
    equal(levels.get(1), "/unanswered", 0);
    equal(levels.get(1), "/not_judged", 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--score=judge | --score judge needs the model that judges: --judge-url",
        "--score=judge --judge-url=http://127.0.0.1:9 | needs the model that judges",
        "--score=exact --judge-model=m | --judge-api-key-env are for --score judge",
        "--score=judge --judge-url=ftp://a --judge-model=m | --judge-url",
        "--score=judge --judge-url=http://a --judge-model=m --judge-api-key-env=GOODPUT_NONE | "
            + "the environment has no variable GOODPUT_NONE"
      })
  void refusesWrongOptions(String options, String problem) throws IOException {
    List<String> args = new ArrayList<>(List.of("score", pairs().toString()));
    args.addAll(List.of(options.split(" ")));
    assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }
}
