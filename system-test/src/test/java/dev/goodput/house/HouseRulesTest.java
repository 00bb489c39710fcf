package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The project itself against the rules of its sources.
class HouseRulesTest {
  private static final List<SourceFile> ALL = Sources.ofProject();
  private static final List<SourceFile> PRODUCT = ALL.stream().filter(SourceFile::main).toList();
  private static final List<SourceFile> TESTS =
      ALL.stream()
          .filter(file -> !file.main())
          // The checkers name what they look for.
          .filter(file -> !file.path().contains("/dev/goodput/house/"))
          .toList();

  @Test
  void findsTheProjectAtAll() {
    assertThat(PRODUCT)
        .extracting(SourceFile::path)
        .contains("record/src/main/java/dev/goodput/record/RequestRecord.java");
    assertThat(TESTS).isNotEmpty();
  }

  @Test
  void filesMethodsAndPublicTypesStayWithinTheirCaps() {
    assertThat(SizeCaps.HOUSE.violations(ALL)).as(SizeCaps.figures(ALL)).isEmpty();
  }

  @Test
  void everyClassIsFinalOrSealed() {
    assertThat(ShapeRules.openTypes(PRODUCT)).isEmpty();
  }

  @Test
  void nothingStaticChanges() {
    assertThat(ShapeRules.mutableStatics(PRODUCT)).isEmpty();
  }

  @Test
  void everyPackageHasItsContract() {
    assertThat(ShapeRules.unmarkedPackages(PRODUCT)).isEmpty();
  }

  @Test
  void whatOthersUseIsTold() {
    assertThat(DocRules.undocumented(PRODUCT)).isEmpty();
  }

  @Test
  void nothingIsLeftForLater() {
    assertThat(DocRules.leftForLater(PRODUCT)).isEmpty();
    assertThat(DocRules.leftForLater(TESTS)).isEmpty();
  }

  @Test
  void noTestIsSkipped() {
    assertThat(TestRules.skippedTests(TESTS)).isEmpty();
  }

  @Test
  void nothingIsMocked() {
    assertThat(TestRules.mocks(TESTS)).isEmpty();
  }

  @Test
  void noTestSleeps() {
    assertThat(TestRules.sleeps(TESTS)).isEmpty();
  }

  @Test
  void everyTestIsNamedSoThatItRuns() {
    assertThat(TestRules.misnamedTests(TESTS)).isEmpty();
  }

  @Test
  void everySourceIsFormatted() throws Exception {
    assertThat(Formatting.unformatted(Sources.files(Sources.root())))
        .as("format with: " + Formatting.COMMAND)
        .isEmpty();
  }
}
