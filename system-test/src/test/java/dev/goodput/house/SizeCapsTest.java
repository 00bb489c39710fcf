package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SizeCapsTest {
  private static final SizeCaps LOOSE = new SizeCaps(99, 99, 99, 99, 99, 1);
  private static final String SAMPLE =
      """
      package a;
      final class A {
        void short1() {}
        @Deprecated(
            since = "1")
        int long7() {
          int i = 0;
          i++;
          i++;
          i++;
          return i;
        }
      }
      """;

  private static List<SourceFile> sample(int files) {
    Map<String, String> texts = new TreeMap<>();
    for (int i = 0; i < files; i++) {
      texts.put("m/src/main/java/a/A" + i + ".java", SAMPLE);
    }
    texts.put("m/src/main/java/a/package-info.java", "package a;\n");
    return Sources.parse(texts);
  }

  @Test
  void findsNothingWhereAllIsWithinTheCaps() {
    assertThat(new SizeCaps(13, 13, 13, 7, 7, 0).violations(sample(10))).isEmpty();
    assertThat(SizeCaps.figures(sample(10)))
        .isEqualTo("files: 10, median 13, p90 13; methods: 20, p90 7; types: 10, public 0");
  }

  @Test
  void findsTheFileThatIsTooLarge() {
    SizeCaps caps = new SizeCaps(99, 99, 12, 99, 99, 1);
    assertThat(caps.violations(sample(1)))
        .containsExactly("m/src/main/java/a/A0.java has 13 lines, the cap is 12");
  }

  @Test
  void findsTheMethodThatIsTooLongLeavingOutItsAnnotations() {
    SizeCaps caps = new SizeCaps(99, 99, 99, 99, 6, 1);
    assertThat(caps.violations(sample(1)))
        .containsExactly("m/src/main/java/a/A0.java:4 long7() has 7 lines, the cap is 6");
  }

  @Test
  void holdsTheTwoCapsForTestsToo() {
    List<SourceFile> test = Sources.parse(Map.of("m/src/test/java/a/ATest.java", SAMPLE));
    assertThat(new SizeCaps(1, 1, 12, 1, 6, 0).violations(test)).hasSize(2);
    assertThat(new SizeCaps(1, 1, 99, 1, 99, 0).violations(test)).isEmpty();
  }

  @Test
  void findsPercentilesThatAreTooLarge() {
    assertThat(new SizeCaps(12, 99, 99, 99, 99, 1).violations(sample(3)))
        .containsExactly("the median file has 13 lines, the cap is 12");
    assertThat(new SizeCaps(99, 12, 99, 99, 99, 1).violations(sample(3)))
        .containsExactly("the 90th percentile of files has 13 lines, the cap is 12");
    assertThat(new SizeCaps(99, 99, 99, 6, 99, 1).violations(sample(3)))
        .containsExactly("the 90th percentile of methods has 7 lines, the cap is 6");
  }

  @Test
  void findsTooManyPublicTypes() {
    List<SourceFile> half =
        Sources.parse(
            Map.of("m/src/main/java/A.java", "public final class A {}\nfinal class B {}\n"));
    assertThat(LOOSE.violations(half)).isEmpty();
    assertThat(new SizeCaps(99, 99, 99, 99, 99, 0.49).violations(half))
        .containsExactly("1 of 2 types are public, the cap is 49 %");
  }
}
