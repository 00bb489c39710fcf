package dev.goodput.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rules 7 and 10 of the tests' sources: nothing is skipped, nothing is mocked, nothing waits for a
/// while to pass.
final class TestRules {
  private static final Pattern SKIPS =
      Pattern.compile(
          "@(Disabled|Ignore|Enabled(If|On|For))\\w*|\\bassum(e|ing)[A-Z]\\w*|\\bAssumptions\\b"
              + "|\\bTestAbortedException\\b");
  private static final Pattern MOCKS =
      Pattern.compile("\\b(mockito|easymock|powermock|jmockit)\\b");
  private static final Pattern SLEEPS =
      Pattern.compile("\\bThread\\.sleep\\b|\\.SECONDS\\.sleep\\b");
  private static final Pattern TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)(\\(.*)?");
  private static final Pattern REAL_PART = Pattern.compile("@Tag\\(\"real\"\\)");

  private TestRules() {}

  /// Tests that may not run. One that needs a part from outside Maven (tag `real`) says by name
  /// what is missing and may.
  static List<String> skippedTests(List<SourceFile> files) {
    return matches(
        files.stream().filter(file -> !REAL_PART.matcher(file.text()).find()).toList(),
        SKIPS,
        "skips a test");
  }

  static List<String> mocks(List<SourceFile> files) {
    return matches(files, MOCKS, "mocks");
  }

  static List<String> sleeps(List<SourceFile> files) {
    return matches(files, SLEEPS, "sleeps");
  }

  /// Files with tests that surefire would not run, as their name says nothing of a test.
  static List<String> misnamedTests(List<SourceFile> files) {
    return files.stream()
        .filter(file -> !file.path().endsWith("Test.java"))
        .filter(file -> file.text().lines().anyMatch(line -> TEST.matcher(line.strip()).matches()))
        .map(file -> file.path() + " has tests and is not named XTest")
        .toList();
  }

  private static List<String> matches(List<SourceFile> files, Pattern pattern, String fault) {
    List<String> found = new ArrayList<>();
    for (SourceFile file : files) {
      Matcher matcher = pattern.matcher(file.text());
      while (matcher.find()) {
        long line = file.unit().getLineMap().getLineNumber(matcher.start());
        found.add(file.path() + ":" + line + " " + fault + ": " + matcher.group());
      }
    }
    return found;
  }
}
