package dev.goodput.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Generated rules and their unit tests in a real promtool. It runs if promtool is installed; with
/// `CI=true` it fails without one.
@Tag("real")
@Order(1)
@Timeout(600)
final class GeneratedRulesTest {
  private static final RuleOptions OPTIONS = new RuleOptions("goodput", "docs", "");

  @TempDir Path dir;

  @BeforeEach
  void needsPromtool() {
    assumeTrue(Promtool.installed(), Promtool.MISSING);
  }

  private static String file(String target) {
    return SloTemplate.of(Slo.parse("chat")).replace("target: 0.95", "target: " + target);
  }

  /// Returns the head of the test file and each of its tests.
  private static List<String> parts(SloFile file) {
    return Pattern.compile("(?=  - name: )")
        .splitAsStream(RuleTests.of(file, "rules.yaml"))
        .toList();
  }

  /// Returns the rules without the groups that no test here asks about: they take promtool as long
  /// as the rest.
  private static String burnRules(String rules) {
    return Pattern.compile("(?=  - name: )")
        .splitAsStream(rules)
        .filter(group -> !Pattern.compile("(-budget|goodput-gateway)\n").matcher(group).find())
        .collect(Collectors.joining());
  }

  /// Checks the rules, and runs those tests whose names contain one of the words.
  private void passes(String text, List<String> names) throws Exception {
    SloFile file = SloFile.parse("slo.yaml", text);
    String rules = PrometheusRules.of(file, OPTIONS);
    Files.writeString(dir.resolve("all.yaml"), rules);
    Files.writeString(dir.resolve("rules.yaml"), burnRules(rules));
    List<String> parts = parts(file);
    StringBuilder tests = new StringBuilder(parts.getFirst());
    int count = 0;
    for (String part : parts.subList(1, parts.size())) {
      if (names.isEmpty() || names.stream().anyMatch(part.lines().toList().getFirst()::contains)) {
        tests.append(part);
        count++;
      }
    }
    assertThat(count).isGreaterThanOrEqualTo(names.size()).isPositive();
    Files.writeString(dir.resolve("tests.yaml"), tests);
    assertThat(Promtool.run(dir, "check", "rules", "all.yaml"))
        .contains("SUCCESS")
        .doesNotContain("duplicate");
    assertThat(Promtool.run(dir, "test", "rules", "tests.yaml")).contains("SUCCESS");
  }

  /// The scenarios that last for days take promtool minutes; `goodput alerts test` has them.
  @Test
  void keepsItsPromisesAt95Percent() throws Exception {
    passes(file("0.95"), List.of("total outage", "10 times", "recovers", "ever good"));
  }

  @Test
  void pagesWithinThePromiseAt90Percent() throws Exception {
    passes(file("0.9"), List.of("total outage", "recovers", "ever good"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.99", "0.999"})
  void pagesWithinThePromiseAtHighTargets(String target) throws Exception {
    passes(file(target), List.of("total outage", "10 times"));
  }

  @Test
  void pagesWithinThePromiseOfTheFile() throws Exception {
    passes(
        file("0.95").replace("page-within: 12m", "page-within: 6m"),
        List.of("total outage", "10 times"));
  }

  @Test
  void countsTimeSlices() throws Exception {
    passes(
        file("0.99\n      timeSliceTarget: 0.95").replace("Occurrences\n", "Timeslices\n"),
        List.of("all slices bad", "half the even pace"));
  }

  /// A rule whose factor is wrong must fail its test.
  @Test
  void testsFindAWrongFactor() throws Exception {
    SloFile file = SloFile.parse("slo.yaml", file("0.95"));
    String rules = PrometheusRules.of(file, OPTIONS);
    Files.writeString(
        dir.resolve("rules.yaml"), burnRules(rules).replace("> 7 * 0.05", "> 13.44 * 0.05"));
    List<String> parts = parts(file);
    Files.writeString(dir.resolve("tests.yaml"), parts.get(0) + parts.get(1));
    assertThat(Promtool.run(dir, "test", "rules", "tests.yaml"))
        .startsWith("exit 1")
        .contains("GoodputBudgetBurnFast");
  }
}
