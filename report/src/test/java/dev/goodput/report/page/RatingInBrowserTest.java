package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.report.ReportFile;
import dev.goodput.report.page.RatingPage.Candidate;
import dev.goodput.report.page.RatingPage.Prompt;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page for raters as a real browser draws it.
@Tag("real")
final class RatingInBrowserTest {
  private static final String KEYS =
      """
      const page = window.document;
      const press = key => window.dispatchEvent(new window.KeyboardEvent('keydown', { key }));
      const marked = () => page.querySelector('.rated.current h3').textContent;
      const title = () => page.querySelector('h1').textContent;
      const seen = [];
      const look = () => seen.push(title() + ' ' + marked());
      """;

  @TempDir private Path dir;

  @BeforeEach
  void needsAChromium() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
  }

  private Path page() {
    List<Prompt> prompts =
        List.of(
            new Prompt(
                "What is <b>1 + 1</b>?",
                List.of(
                    new Candidate("run-b", 0, 7, "It is <img src=x onerror=alert(1)> 2."),
                    new Candidate("run-a", 1, 8, "3"))),
            new Prompt(
                "And 2 + 2?",
                List.of(new Candidate("run-a", 0, 9, "4"), new Candidate("run-b", 0, 10, "five"))));
    Path file = dir.resolve("ratings.html");
    ReportFile.write(file, RatingPage.html(prompts));
    return file;
  }

  @Test
  void showsTwoResponsesSideBySideWithoutTheNamesOfTheRuns() {
    Seen seen = Chromium.open(page(), dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("data-state=\"drawn\"", "Prompt 1 of 2");
    String body = seen.dom().replaceAll("(?s)<script.*?</script>", "");
    assertThat(body)
        .contains(
            "It is &lt;img src=x onerror=alert(1)&gt; 2.", "What is &lt;b&gt;1 + 1&lt;/b&gt;?")
        .doesNotContain("run-a", "run-b", "<img");
    String places =
        Chromium.drive(
            page(),
            dir.resolve("places"),
            1200,
            "return [...window.document.querySelectorAll('.rated')]"
                + ".map(each => each.getBoundingClientRect()).map(box => box.left + ' ' + box.top)"
                + ".join(' ');");
    String[] box = places.split(" ", -1);
    assertThat(Double.parseDouble(box[0])).isLessThan(Double.parseDouble(box[2]));
    assertThat(box[1]).isEqualTo(box[3]);
  }

  @Test
  void ratesByKeyAndExportsTheRatings() {
    String message =
        Chromium.drive(
            page(),
            dir.resolve("profile"),
            1200,
            KEYS
                + """
                look(); press('5'); look(); press('2'); look();
                press('ArrowRight'); look(); press('ArrowLeft'); look(); press('ArrowRight');
                press('4'); press('ArrowUp'); look(); press('x'); look();
                let text;
                const texts = new Map();
                const Blob = window.Blob;
                window.Blob = function (parts, type) {
                  const made = new Blob(parts, type);
                  texts.set(made, parts.join(''));
                  return made;
                };
                const address = window.URL.createObjectURL;
                window.URL.createObjectURL = made => {
                  text = texts.get(made);
                  return address(made);
                };
                page.getElementById('export').click();
                return seen.join(' | ') + ' || ' + text.trim().split('\\r\\n').join(' ')
                  + ' || ' + page.querySelector('[role=status]').textContent;
                """);
    assertThat(message)
        .isEqualTo(
            "Prompt 1 of 2 Left | Prompt 1 of 2 Right | Prompt 2 of 2 Left"
                + " | Prompt 2 of 2 Right | Prompt 2 of 2 Left"
                + " | Prompt 1 of 2 Left | Prompt 1 of 2 Left"
                + " || run,level,id,rating run-b,0,7,5 run-a,1,8,2 run-b,0,10,4"
                + " || 3 of 4 responses rated");
  }

  @Test
  void keepsRatingsWhenThePageIsOpenedAgain() {
    Path page = page();
    String rated =
        Chromium.drive(
            page,
            dir.resolve("profile"),
            1200,
            KEYS
                + """
                press('3');
                return new Promise(resolve => {
                  const frame = window.frameElement;
                  frame.addEventListener('load', () => resolve(
                    frame.contentWindow.document.querySelector('[role=status]').textContent
                    + ' ' + frame.contentWindow.document.querySelector('[aria-pressed=true]').textContent));
                  window.location.reload();
                });
                """);
    assertThat(rated).isEqualTo("1 of 4 responses rated 3");
  }
}
