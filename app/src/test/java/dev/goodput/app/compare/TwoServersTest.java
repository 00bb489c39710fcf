package dev.goodput.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Two servers that are not alike, or of which one goes wrong.
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class TwoServersTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

  private final Spoken typed = new Spoken();

  @TempDir private Path directory = Path.of("");

  private int run(String command, TinyServer a, TinyServer b, String... more) {
    String load = " --concurrency 1 --requests 25 --warmup 0s --out " + directory.resolve("c");
    String sides = command + " --a " + a.url() + " --b " + b.url();
    return typed.run(List.of((sides + load).split(" ")), more);
  }

  private static long naming(TinyServer server, String model) {
    return server.requested().stream()
        .filter(body -> body.contains("\"model\":\"" + model + "\""))
        .count();
  }

  @Test
  void asksEachSideByItsOwnNameOfTheModelAndNothingTooLongForOne() throws IOException {
    Path file = directory.resolve("w.jsonl");
    Files.writeString(
        file,
        "{\"input_tokens\": 20, \"output_tokens\": 3}\n"
            + "{\"input_tokens\": 900, \"output_tokens\": 3}\n");
    try (TinyServer a = TinyServer.start("model-main", 8000, ENDLESS, 404);
        TinyServer b = TinyServer.start("model-pr", 500, ENDLESS, 404)) {
      int exit = run("compare", a, b, "--workload", file.toString());
      assertThat(exit).as(typed.out() + typed.err()).isIn(0, 5, 8);
      assertThat(naming(a, "model-main")).isEqualTo(a.requested().size()).isGreaterThan(125);
      assertThat(naming(b, "model-pr")).isEqualTo(b.requested().size()).isGreaterThan(125);
      assertThat(a.requested()).allSatisfy(body -> assertThat(body.length()).isLessThan(2_500));
      assertThat(typed.out()).contains("A serves model-main and B model-pr");
      String manifest = Files.readString(directory.resolve("c/b/manifest.properties"));
      assertThat(manifest).contains("target.model=model-pr");
    }
  }

  @Test
  void refusesOneServerForTwo() throws IOException {
    try (TinyServer a = TinyServer.start("m", 8000, ENDLESS, 404)) {
      assertThat(run("gate", a, a)).isEqualTo(2);
      assertThat(typed.err())
          .contains(
              "name another server with --b, or measure the noise of this one with goodput compare"
                  + " --aa");
    }
  }

  /// Where a key is read from makes no server another.
  @Test
  void tellsKeysByWhatTheyAre() throws IOException {
    String[] names = {"one", "again", "two"};
    for (String name : names) {
      Files.writeString(directory.resolve(name), name.equals("two") ? "sk-2" : "sk-1");
    }
    try (TinyServer a = TinyServer.start("m", 8000, ENDLESS, 404)) {
      assertThat(run("compare", a, a, keys("one", "again"))).isEqualTo(2);
      assertThat(typed.err()).contains("--aa uses one target for both sides");
      assertThat(run("compare", a, a, keys("one", "two"))).as(typed.err()).isIn(0, 5, 8);
      assertThat(typed.out()).contains("one model of one server, used with two keys");
    }
  }

  private String[] keys(String a, String b) {
    return new String[] {
      "--api-key-file-a", directory.resolve(a).toString(),
      "--api-key-file-b", directory.resolve(b).toString()
    };
  }

  /// Each is a process of its own, and both have the same name.
  @Test
  void comparesTwoEmbeddedEngines() {
    Path kept = directory.resolve("c");
    String profile = "h100/llama-3.1-8b";
    int exit = typed.compareBriefly(kept, "--profile-a", profile, "--profile-b", profile + "/x3");
    assertThat(exit).as(typed.err()).isIn(0, 5, 8);
    assertThat(directory.resolve("c/result.json")).exists();
  }

  @Test
  void saysWhoAnswersNothingBeforeTheFirstPairAndWhy() throws IOException {
    try (TinyServer a = TinyServer.start("m", 8000, ENDLESS, 404);
        TinyServer b = TinyServer.start("m", 8000, 2, 404)) {
      assertThat(run("gate", a, b)).as(typed.err()).isEqualTo(4);
      assertThat(typed.err())
          .contains("B does not respond: ", "all of the first 20 requests failed", "out of order")
          .doesNotContain("interrupted");
      assertThat(directory.resolve("c/result.json")).doesNotExist();
    }
  }

  @Test
  void saysSinceWhichPairWhoAnswersNothingAndEndsAsThatSideDoes() throws IOException {
    Path junit = directory.resolve("j.xml");
    try (TinyServer a = TinyServer.start("m", 8000, ENDLESS, 404);
        TinyServer b = TinyServer.start("m", 8000, 75, 404)) {
      assertThat(run("gate", a, b, "--junit", junit.toString())).isEqualTo(4);
      String why = "B does not respond any more, in pair ";
      assertThat(typed.out()).contains(why);
      assertThat(Files.readString(junit)).contains(why, "out of order", "failures=\"1\"");
      JsonNode found = JsonMapper.shared().readTree(directory.resolve("c/result.json").toFile());
      assertThat(found.get("conclusion").asString()).isEqualTo("too_many_failures");
      String again = directory.resolve("c").toString();
      assertThat(typed.run("report", again, "--quiet")).isEqualTo(4);
    }
  }

  @Test
  void endsAsTheCandidateDoesWhereMoreFailThanIsAllowed() throws IOException {
    try (TinyServer a = TinyServer.start("m", 8000, ENDLESS, 500);
        TinyServer b = TinyServer.start("m", 8000, 75, 500)) {
      assertThat(run("gate", a, b)).isEqualTo(4);
      assertThat(typed.out())
          .contains("B failed", "of its requests failed, and 1 % is allowed", "http_error");
    }
  }

  @Test
  void doesNotJudgeTheBaseline() throws IOException {
    try (TinyServer a = TinyServer.start("m", 8000, 75, 500);
        TinyServer b = TinyServer.start("m", 8000, ENDLESS, 500)) {
      assertThat(run("gate", a, b)).isIn(0, 5, 8);
    }
  }
}
