package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocRulesTest {
  private static List<SourceFile> parsed(String text) {
    return Sources.parse(Map.of("m/src/main/java/a/A.java", text));
  }

  @Test
  void findsPublicTypesAndMethodsThatAreNotTold() {
    String bare =
        """
        package a;

        public interface A {
          void a();

          /* Not a doc comment. */
          public record B(int x) {
            public void b() {}
          }
        }
        """;
    assertThat(DocRules.undocumented(parsed(bare)))
        .containsExactly(
            "m/src/main/java/a/A.java:3 A has no /// comment",
            "m/src/main/java/a/A.java:4 a() has no /// comment",
            "m/src/main/java/a/A.java:7 B has no /// comment",
            "m/src/main/java/a/A.java:8 b() has no /// comment");
  }

  @Test
  void letsWhatIsToldHiddenOrOverriddenBe() {
    String reported =
        """
        package a;

        /// Told.
        @Deprecated
        public final class A {
          /// Told.
          @Deprecated
          public void a() {}

          @Override
          public String toString() {
            return "";
          }

          void hidden() {}

          static final class B {
            public void alsoHidden() {}
          }
        }
        """;
    assertThat(DocRules.undocumented(parsed(reported))).isEmpty();
    assertThat(DocRules.undocumented(parsed("public final class A {}"))).hasSize(1);
  }

  @Test
  void findsWhatIsLeftForLater() {
    assertThat(DocRules.leftForLater(parsed("// TO" + "DO: more\nfinal class A {}")))
        .containsExactly("m/src/main/java/a/A.java leaves something for later");
    assertThat(DocRules.leftForLater(parsed("final class TODOs {}"))).isEmpty();
  }
}
