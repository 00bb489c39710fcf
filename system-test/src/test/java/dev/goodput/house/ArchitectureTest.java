package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The project's classes against the arrows, the owners of dependencies and the owners of the
/// clock.
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.goodput");

  @Test
  void findsTheClassesAtAll() {
    assertThat(CLASSES.contain("dev.goodput.record.RequestRecord")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.wire.NanoClock")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.relay.Relay")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.observe.Scrape")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.telemetry.metric.MetricCatalogue")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.history.RunStore")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.telemetry.RequestEvent")).isTrue();
    assertThat(CLASSES.contain("dev.goodput.fleet.FleetJob")).isTrue();
  }

  @Test
  void arrowsPointRightwardsAndDependenciesHaveOneOwner() {
    assertThat(ArchitectureRules.dependencies(CLASSES)).isEmpty();
  }

  @Test
  void packagesDependOnEachOtherInNoCycle() {
    assertThat(ArchitectureRules.cycles(CLASSES)).isEmpty();
  }

  @Test
  void timeComesOnlyThroughTheClock() {
    assertThat(ArchitectureRules.clocks(CLASSES)).isEmpty();
  }
}
