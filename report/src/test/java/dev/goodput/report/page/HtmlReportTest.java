package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.document.ResultDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class HtmlReportTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Pattern SCRIPT = Pattern.compile("(?s)<script([^>]*)>(.*?)</script>");

  @Test
  void embedsTheResultDocumentAsItIs() {
    ReportInput in = SampleRuns.levels();
    JsonNode data = data(HtmlReport.html(in));
    assertThat(data.get("document")).isEqualTo(MAPPER.readTree(ResultDocument.json(in)));
    assertThat(data.get("levels").size()).isEqualTo(4);
    assertThat(data.get("shown").intValue()).isEqualTo(in.best().orElseThrow().level());
  }

  @Test
  void claimsNoSloForALevelWhoseUsersNeverAllStarted() {
    JsonNode levels = data(HtmlReport.html(InventedResult.many())).get("levels");
    assertThat(levels.get(0).get("met").asBoolean()).isTrue();
    assertThat(levels.get(1).has("met")).isFalse();
    assertThat(levels.get(1).get("verdict").asString()).isEqualTo("too short to judge");
  }

  @Test
  void showsTheVerdictsOfEachLevel() {
    ReportInput in = InventedResult.missingLevels().withLosses(List.of("the log: disk full"));
    JsonNode page = data(HtmlReport.html(in));
    JsonNode levels = page.get("levels");
    for (JsonNode level : levels) {
      List<String> titles = new ArrayList<>();
      for (int i = 0; i < level.get("verdicts").size(); i++) {
        String shared = page.at("/shared/verdicts/" + i + "/title").asString("");
        titles.add(level.at("/verdicts/" + i + "/title").asString(shared));
      }
      assertThat(titles.getFirst()).isEqualTo("not all was kept");
      assertThat(titles.get(1)).startsWith("misses chat");
      assertThat(titles).filteredOn(title -> title.startsWith("misses chat")).hasSize(1);
    }
  }

  @Test
  void keepsHostileNamesAndMessagesFromBecomingMarkup() {
    String html = HtmlReport.html(SampleRuns.hostile());
    assertThat(scripts(html)).hasSize(3);
    assertThat(html).doesNotContain("<img").doesNotContain("</script><");
    assertThat(html.split("<!--", -1)).as("comments").hasSize(1);
    JsonNode data = data(html);
    assertThat(data.get("subtitle").asString())
        .startsWith("</script><img src=x onerror=\"document.title=")
        .contains("…");
    assertThat(data.get("command").asString())
        .isEqualTo("goodput bench --model '</script>' ```` $1 \\0");
  }

  @Test
  void allowsOnlyItsOwnScriptsAndStylesAndNoRequests() {
    String html = HtmlReport.html(SampleRuns.good());
    String policy = html.replaceAll("(?s).*Content-Security-Policy\" content=\"([^\"]*)\".*", "$1");
    List<MatchResult> scripts = scripts(html);
    assertThat(policy).startsWith("default-src 'none'; ").doesNotContain("unsafe");
    assertThat(policy).contains(PageFile.hash(scripts.get(1).group(2)));
    assertThat(policy).contains(PageFile.hash(scripts.get(2).group(2)));
    String style = html.replaceAll("(?s).*?<style>(.*?)</style>.*", "$1");
    assertThat(policy).contains(PageFile.hash(style));
  }

  @Test
  void namesNoOtherFileOrHost() {
    String html = HtmlReport.html(SampleRuns.good());
    assertThat(html)
        .doesNotContainPattern("(?:src|href)=\"(?!#)")
        .doesNotContain("@import")
        .doesNotContainPattern("url\\((?!#)")
        .doesNotContain("fetch(")
        .doesNotContain("XMLHttpRequest");
  }

  @Test
  void showsCommonFactsOfAllLevelsOnce() {
    JsonNode page = data(HtmlReport.html(SampleRuns.levels()));
    assertThat(page.at("/shared/table/0/path").asString()).isEqualTo("ttft_ms");
    assertThat(page.at("/levels/0").has("table")).isFalse();
    assertThat(page.at("/shared/family/0/name").asString()).isEqualTo("SLO attainment");
    assertThat(page.at("/levels/3/family/0").has("value")).isTrue();
    assertThat(page.at("/levels/3/family/0").has("name")).isFalse();
  }

  @Test
  void staysUnderTwoMegabytesForManyLevels() {
    assertThat(HtmlReport.html(SampleRuns.levels()).length()).isLessThan(1_000_000);
  }

  @Test
  void showsTheSameWithoutScripts() {
    String html = HtmlReport.html(SampleRuns.good());
    assertThat(html)
        .containsPattern("(?s)<noscript><main><pre>5 requests failed: .*misses chat.*\\n TTFT ");
  }

  @Test
  void repeatsNoFigureOfTheDocumentInTheTable() {
    JsonNode row = data(HtmlReport.html(SampleRuns.good())).at("/levels/0/table/0");
    assertThat(row.get("path").asString()).isEqualTo("ttft_ms");
    assertThat(row.has("p95")).isFalse();
  }

  @Test
  void countsArrivalsFromTheStartAndEndsWithAllOfThem() {
    ReportInput in = SampleRuns.good();
    JsonNode level = data(HtmlReport.html(in)).at("/levels/0");
    JsonNode requested = level.at("/time/arrivals/asked");
    long total = in.result().levels().getFirst().totals().requests();
    assertThat(requested.get(requested.size() - 1).longValue()).isEqualTo(total);
    double step = level.at("/time/step").asDouble();
    assertThat(step * requested.size()).isCloseTo(level.get("span").asDouble(), within(step));
  }

  private static JsonNode data(String html) {
    MatchResult found = scripts(html).getFirst();
    assertThat(found.group(1)).contains("application/json");
    return MAPPER.readTree(found.group(2));
  }

  private static List<MatchResult> scripts(String html) {
    return SCRIPT.matcher(html).results().toList();
  }

  @Test
  void statesWhetherTheTimelineIsComplete() {
    for (ReportInput in : List.of(SampleRuns.good(), SampleRuns.many())) {
      long all = in.result().levels().getFirst().totals().requests();
      JsonNode timeline = data(HtmlReport.html(in)).at("/levels/0/timeline");
      assertThat(timeline.get("requests").longValue()).isEqualTo(all);
      assertThat(timeline.get("complete").booleanValue())
          .isEqualTo(timeline.get("id").size() == all);
    }
    assertThat(
            data(HtmlReport.html(SampleRuns.good())).at("/levels/0/timeline/complete").asBoolean())
        .isTrue();
    assertThat(
            data(HtmlReport.html(SampleRuns.many())).at("/levels/0/timeline/complete").asBoolean())
        .isFalse();
  }

  @Test
  void showsTheCostIfAPriceIsKnown() {
    JsonNode level = data(HtmlReport.html(SampleRuns.costly())).at("/levels/0");
    assertThat(level.get("tiles").toString()).contains("A million output tokens");
    assertThat(level.get("method").toString()).contains(" USD per million output tokens · ");
    assertThat(HtmlReport.html(SampleRuns.good())).doesNotContain("per million output");
  }

  @Test
  void putsTheReaderStallNextToTheLatencies() {
    assertThat(data(HtmlReport.html(SampleRuns.good())).at("/levels/0/table").toString())
        .contains("reading.longest_stall_ms");
    assertThat(data(HtmlReport.html(SampleRuns.notStreamed())).at("/levels/0/table").toString())
        .doesNotContain("reading.longest_stall_ms");
  }
}
