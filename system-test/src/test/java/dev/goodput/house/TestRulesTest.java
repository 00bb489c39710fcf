package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestRulesTest {
  private static List<SourceFile> test(String name, String text) {
    return Sources.parse(Map.of("m/src/test/java/a/" + name, text));
  }

  @Test
  void findsEveryWayToSkip() {
    for (String skip :
        List.of(
            "@Disabled void a() {}",
            "@DisabledOnOs(OS.WINDOWS) void a() {}",
            "@EnabledIf(\"x\") void a() {}",
            "@EnabledForJreRange void a() {}",
            "void a() { assumeTrue(false); }",
            "void a() { assumingThat(false, null); }",
            "void a() { Assumptions.abort(); }",
            "void a() { throw new TestAbortedException(); }")) {
      assertThat(TestRules.skippedTests(test("ATest.java", "class ATest {\n" + skip + "}")))
          .as(skip)
          .hasSize(1)
          .first()
          .asString()
          .startsWith("m/src/test/java/a/ATest.java:2 skips a test: ");
    }
  }

  @Test
  void letsATestOfARealPartSayThatItIsMissing() {
    String text = "@Tag(\"real\") class ATest { void a() { assumeTrue(false); } }";
    assertThat(TestRules.skippedTests(test("ATest.java", text))).isEmpty();
    assertThat(TestRules.skippedTests(test("ATest.java", "class ATest { int assumed; }")))
        .isEmpty();
  }

  @Test
  void findsMocksAndSleeps() {
    String text = "import org.mockito.Mock;\nclass ATest { void a() { Thread.sleep(1); } }";
    assertThat(TestRules.mocks(test("ATest.java", text))).hasSize(1);
    assertThat(TestRules.sleeps(test("ATest.java", text))).hasSize(1);
    String plain = "class ATest { void a() {} }";
    assertThat(TestRules.mocks(test("ATest.java", plain))).isEmpty();
    assertThat(TestRules.sleeps(test("ATest.java", plain))).isEmpty();
  }

  @Test
  void findsTestsThatWouldNotRun() {
    String text = "class ACheck {\n  @Test\n  void a() {}\n}";
    assertThat(TestRules.misnamedTests(test("ACheck.java", text))).hasSize(1);
    assertThat(TestRules.misnamedTests(test("ATest.java", text))).isEmpty();
    String many = "class ACheck {\n  @ParameterizedTest(name = \"{0}\")\n  void a() {}\n}";
    assertThat(TestRules.misnamedTests(test("ACheck.java", many))).hasSize(1);
    assertThat(TestRules.misnamedTests(test("ACheck.java", "class ACheck {}"))).isEmpty();
  }
}
