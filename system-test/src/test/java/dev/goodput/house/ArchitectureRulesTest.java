package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchitectureRulesTest {
  @TempDir private Path temp;

  /// Compiles types, each given as its full name and its text without the package.
  private JavaClasses compiled(String... namesAndTexts) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", temp + "/classes"));
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      String name = namesAndTexts[i];
      Path file = temp.resolve("source/" + name.replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      String text =
          "package %s; %s"
              .formatted(name.substring(0, name.lastIndexOf('.')), namesAndTexts[i + 1]);
      arguments.add(Files.writeString(file, text).toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).isZero();
    return new ClassFileImporter().importPath(temp.resolve("classes/dev"));
  }

  private List<String> dependencies(String... namesAndTexts) throws IOException {
    return ArchitectureRules.dependencies(compiled(namesAndTexts));
  }

  @Test
  void letsArrowsPointRightwards() throws IOException {
    assertThat(
            dependencies(
                "dev.goodput.record.sub.A", "public class A {}",
                "dev.goodput.metrics.B", "public class B { dev.goodput.record.sub.A[] a; }",
                "dev.goodput.lab.C", "class C extends dev.goodput.metrics.B {}"))
        .isEmpty();
  }

  @Test
  void findsAnArrowThatPointsBackwards() throws IOException {
    assertThat(
            dependencies(
                "dev.goodput.lab.A", "public class A {}",
                "dev.goodput.metrics.B",
                    "class B { Object a() { return new dev.goodput.lab.A(); } }"))
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault).startsWith("metrics must not see lab: "));
  }

  @Test
  void findsTheSimulatorLookingAtTheLoadEngineAndTheOtherWayRound() throws IOException {
    assertThat(
            dependencies(
                "dev.goodput.load.A", "public class A { dev.goodput.simulator.B b; }",
                "dev.goodput.simulator.B", "public class B { dev.goodput.load.A a; }"))
        .anySatisfy(fault -> assertThat(fault).startsWith("load must not see simulator: "))
        .anySatisfy(fault -> assertThat(fault).startsWith("simulator must not see load: "));
  }

  @Test
  void findsAReportThatLooksAtAnExperiment() throws IOException {
    assertThat(
            dependencies(
                "dev.goodput.lab.A", "public class A {}",
                "dev.goodput.report.B", "public class B { dev.goodput.lab.A a; }"))
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault).startsWith("report must not see lab: "));
  }

  @Test
  void findsPackagesThatDependOnEachOther() throws IOException {
    String[] oneWay = {
      "dev.goodput.wire.A", "public class A { dev.goodput.wire.sub.B b; }",
      "dev.goodput.wire.sub.B", "public class B {}"
    };
    assertThat(ArchitectureRules.cycles(compiled(oneWay))).isEmpty();
    oneWay[3] = "public class B { dev.goodput.wire.A a; }";
    assertThat(ArchitectureRules.cycles(compiled(oneWay)))
        .singleElement()
        .asString()
        .contains("wire", "wire.sub");
  }

  @Test
  void findsUsersOfAnothersDependency() throws IOException {
    assertThat(
            dependencies(
                "io.netty.Channel", "public class Channel {}",
                "dev.goodput.wire.A", "class A { io.netty.Channel c; }",
                "dev.goodput.load.B", "class B { io.netty.Channel[] c; }"))
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault).startsWith("load does not own io.netty.Channel: "));
  }

  @Test
  void findsDependenciesThatNobodyOwns() throws IOException {
    assertThat(
            dependencies(
                "org.example.Handy", "public class Handy {}",
                "dev.goodput.app.A", "class A { org.example.Handy h; }"))
        .isNotEmpty();
    assertThat(dependencies("dev.goodput.utils.A", "class A {}"))
        .contains("dev.goodput.utils.A is in no module of the house");
  }

  @Test
  void keepsMetricsFromFilesAndSockets() throws IOException {
    assertThat(dependencies("dev.goodput.metrics.A", "class A { java.nio.file.Path p; }"))
        .isNotEmpty();
    assertThat(dependencies("dev.goodput.report.B", "class B { java.nio.file.Path p; }"))
        .as("only what was wrong before")
        .allSatisfy(fault -> assertThat(fault).contains("dev.goodput.metrics.A"));
  }

  @Test
  void findsReadersOfAClockOfTheirOwn() throws IOException {
    for (String reading :
        List.of(
            "long a() { return System.nanoTime(); }",
            "java.util.function.LongSupplier a = System::nanoTime;",
            "java.util.function.LongSupplier b = () -> System.currentTimeMillis();",
            "Object a() { return java.time.Instant.now(); }",
            "Object a() { return java.time.Clock.systemUTC(); }",
            "Object a() { return java.time.InstantSource.system(); }",
            "Object a() { return new java.util.Date(); }")) {
      assertThat(
              ArchitectureRules.clocks(
                  compiled("dev.goodput.load.A", "class A { " + reading + " }")))
          .as(reading)
          .hasSize(1);
    }
  }

  @Test
  void letsTheClockAndTheCommandLineReadTheTime() throws IOException {
    String nanoTime = "{ static long a() { return System.nanoTime(); } }";
    assertThat(
            ArchitectureRules.clocks(
                compiled(
                    "dev.goodput.wire.NanoClock",
                    "interface NanoClock " + nanoTime,
                    "dev.goodput.app.sub.A",
                    "class A " + nanoTime,
                    "dev.goodput.metrics.B",
                    "class B { Object b = new java.util.Date(5L); Object c ="
                        + " java.time.Instant.ofEpochMilli(5); }")))
        .isEmpty();
  }
}
