package dev.goodput.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShapeRulesTest {
  private static List<SourceFile> parsed(String text) {
    return Sources.parse(Map.of("m/src/main/java/a/A.java", text));
  }

  @Test
  void findsClassesThatAnybodyCouldExtend() {
    assertThat(ShapeRules.openTypes(parsed("class A { abstract static class B {} }")))
        .containsExactly(
            "m/src/main/java/a/A.java:1 A is neither final nor sealed",
            "m/src/main/java/a/A.java:1 B is neither final nor sealed");
  }

  @Test
  void letsClosedTypesAndStatesOfBenchmarksBe() {
    String closed =
        """
        final class A { Runnable r = new Runnable() { public void run() {} }; }
        sealed abstract class B permits C {}
        final class C extends B {}
        record D(int x) {}
        enum E { X { }, Y }
        interface F {}
        @State(Scope.Thread) class G {}
        """;
    assertThat(ShapeRules.openTypes(parsed(closed))).isEmpty();
  }

  @Test
  void findsStaticsThatChangeAndStaticsThatHoldWhatChanges() {
    for (String field :
        List.of(
            "static int a;",
            "static final AtomicLong a = make();",
            "static final java.util.Map<String, Integer> a = new java.util.HashMap<>();",
            "private static final ThreadLocal<String> a = make();")) {
      assertThat(ShapeRules.mutableStatics(parsed("final class A { " + field + " }")))
          .as(field)
          .containsExactly("m/src/main/java/a/A.java:1 a is a mutable static");
    }
    assertThat(ShapeRules.mutableStatics(parsed("interface A { Object a = new ArrayList<>(); }")))
        .hasSize(1);
  }

  @Test
  void letsConstantsAndFieldsBe() {
    String constants =
        """
        final class A {
          static final Map<String, Integer> MAP = Map.of();
          private static final byte[] NONE = new byte[0];
          int changes;
          static final class B { private long also; }
        }
        """;
    assertThat(ShapeRules.mutableStatics(parsed(constants))).isEmpty();
    assertThat(ShapeRules.mutableStatics(parsed("interface A { int X = 1; }"))).isEmpty();
  }

  @Test
  void findsPackagesWithoutAContract() {
    String file = "m/src/main/java/a/package-info.java";
    String marked = "@NullMarked\npackage a;\nimport org.jspecify.annotations.NullMarked;\n";
    assertThat(ShapeRules.unmarkedPackages(parsed("final class A {}"))).hasSize(1);
    assertThat(ShapeRules.unmarkedPackages(Sources.parse(Map.of(file, marked)))).hasSize(1);
    assertThat(ShapeRules.unmarkedPackages(Sources.parse(Map.of(file, "/// Text.\npackage a;\n"))))
        .hasSize(1);
    assertThat(ShapeRules.unmarkedPackages(Sources.parse(Map.of(file, "/// Text.\n" + marked))))
        .isEmpty();
  }
}
