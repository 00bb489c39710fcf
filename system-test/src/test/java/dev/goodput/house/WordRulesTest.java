package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordRulesTest {
  private static final List<String> WORDS =
      List.of("# a comment", "", "whom  -> who", "of which -> name it", "tell(s)? -> show");

  private static List<String> found(List<UserText> texts) {
    return new WordRules(WORDS, List.of()).violations(texts);
  }

  @Test
  void theProjectUsesPlainWords() throws IOException {
    List<SourceFile> product = Sources.ofProject().stream().filter(SourceFile::main).toList();
    List<UserText> texts = UserText.ofProject(product);
    assertThat(texts)
        .extracting(UserText::path)
        .contains("README.md", "docs/tutorial.md", "docs/result.schema.json", "deploy/gateway.yaml")
        .contains("report/src/main/resources/dev/goodput/report/page/js/band.js")
        .contains("app/src/main/java/dev/goodput/app/bench/BenchCommand.java");
    WordRules rules = WordRules.house();
    List<String> violations = rules.violations(texts);
    assertThat(violations).as("%d words", violations.size()).isEmpty();
    assertThat(rules.unusedExceptions()).isEmpty();
  }

  @Test
  void findsWordsInStringsOfJava() {
    String source =
        """
        final class A {
          /// Whom nobody reads here.
          String a = "of " + "which " + b("Whom") + "two";
          String c = "thetells intelligence";
        }
        """;
    List<SourceFile> files = Sources.parse(Map.of("m/src/main/java/a/A.java", source));
    assertThat(found(UserText.ofJava(files.getFirst())))
        .hasSize(2)
        .anySatisfy(text -> assertThat(text).startsWith("m/src/main/java/a/A.java:3 \"of which\""))
        .anySatisfy(text -> assertThat(text).contains("\"Whom\" (write: who)"));
  }

  @Test
  void findsWordsInScriptsAndDocumentsButNotInNames() {
    String script = "// whom\nconst tell = `tells ${whom} of`; /* whom\n*/ f('whom', x.tell)";
    assertThat(found(UserText.ofScript("a.js", script)))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("a.js:2 \"tells\""),
            second -> assertThat(second).startsWith("a.js:3 \"whom\""));
    String text = "`tell` and `--tell` and [a](tell.md) and --tell\nhe tells.";
    assertThat(found(UserText.ofLines("a.md", text)))
        .singleElement()
        .asString()
        .startsWith("a.md:2 \"tells\"");
  }

  @Test
  void anExceptionCoversItsTextAlone() {
    WordRules rules =
        new WordRules(WORDS, List.of("docs/ | To whom it may | quoted", "docs/ | never | unused"));
    assertThat(rules.violations(UserText.ofLines("docs/a.md", "To whom it may concern"))).isEmpty();
    assertThat(rules.violations(UserText.ofLines("docs/a.md", "Whom"))).hasSize(1);
    assertThat(rules.violations(UserText.ofLines("a.md", "To whom it may concern"))).hasSize(1);
    assertThat(rules.unusedExceptions()).containsExactly("docs/ | never | unused");
  }

  @Test
  void aLineWithoutItsPartsIsRefused() {
    assertThatThrownBy(() -> new WordRules(List.of("whom"), List.of()))
        .hasMessageContaining("whom");
    assertThatThrownBy(() -> new WordRules(WORDS, List.of("docs/ | whom")))
        .hasMessageContaining("path | text | reason");
  }
}
