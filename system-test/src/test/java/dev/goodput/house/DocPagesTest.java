package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages of the project: links lead somewhere, the index has every page, and no page but a
/// reference is long.
class DocPagesTest {
  private static final int LONGEST = 150;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Path ROOT = Sources.root();
  private static final Path INDEX = ROOT.resolve("docs/README.md");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  private static String prose(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<String> links(Path page) throws IOException {
    return LINK.matcher(prose(page))
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.matches("(https?|mailto):.*"))
        .toList();
  }

  /// The file of a link, resolved against its page.
  private static Path target(Path page, String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? page : page.resolveSibling(file).normalize();
  }

  private static boolean hasHeading(Path page, String anchor) throws IOException {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(heading ->
            heading
                .group(1)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-'))
        .anyMatch(anchor::equals);
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      for (String link : links(page)) {
        links++;
        Path target = target(page, link);
        String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
        boolean found =
            Files.exists(target)
                && (anchor.isEmpty()
                    || !target.toString().endsWith(".md")
                    || hasHeading(target, anchor));
        if (!found) {
          broken.add(ROOT.relativize(page) + ": " + link);
        }
      }
    }
    assertThat(links).isGreaterThan(100);
    assertThat(broken).isEmpty();
  }

  @Test
  void theIndexHasEveryPageAndEverySchema() throws IOException {
    TreeSet<Path> missing = new TreeSet<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().matches(".*\\.(md|schema\\.json)")).forEach(missing::add);
    }
    missing.remove(INDEX);
    for (String link : links(INDEX)) {
      missing.remove(target(INDEX, link));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void noPageButAReferenceIsLong() throws IOException {
    for (Path page : pages()) {
      boolean guide = page.startsWith(ROOT.resolve("docs")) || page.endsWith("README.md");
      if (guide && !page.startsWith(ROOT.resolve("docs/reference"))) {
        assertThat(Files.readAllLines(page)).as(page.toString()).hasSizeLessThanOrEqualTo(LONGEST);
      }
    }
  }
}
