package dev.goodput.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The arrows between modules and packages, the owners of third-party dependencies, and the owners
/// of the clock.
final class ArchitectureRules {
  private static final String HOUSE = "dev.goodput.";

  /// In the order of the data flow: a module sees only modules before it.
  private static final List<String> MODULES =
      List.of(
          "record",
          "metrics",
          "telemetry",
          "workload",
          "wire",
          "relay",
          "load",
          "simulator",
          "gateway",
          "observe",
          "export",
          "lab",
          "history",
          "quality",
          "report",
          "findings",
          "operate",
          "store",
          "runner",
          "validation",
          "monitor",
          "fleet",
          "app");

  /// Modules of one group never see each other: those that ask and those that answer; those that
  /// measure and those that report.
  private static final List<Set<String>> APART =
      List.of(
          Set.of("load", "gateway", "simulator"),
          Set.of("load", "relay", "simulator"),
          Set.of("lab", "report"),
          Set.of("lab", "findings"),
          Set.of("fleet", "app"));

  private static final Set<String> JSON_STREAMS =
      Set.of(
          "telemetry",
          "wire",
          "workload",
          "simulator",
          "observe",
          "gateway",
          "lab",
          "history",
          "operate",
          "quality",
          "report",
          "findings",
          "runner",
          "validation",
          "app");

  /// Who may use what from outside, by the begin of the package name; nobody else, and nothing
  /// else.
  private static final Map<String, Set<String>> OWNERS =
      Map.ofEntries(
          Map.entry("org.jspecify.", Set.copyOf(MODULES)),
          Map.entry("org.slf4j.", Set.copyOf(MODULES.subList(1, MODULES.size()))),
          Map.entry("org.HdrHistogram.", Set.of("metrics")),
          Map.entry("org.hipparchus.", Set.of("metrics")),
          Map.entry("io.airlift.compress.", Set.of("gateway")),
          Map.entry("org.brotli.dec.", Set.of("gateway")),
          Map.entry("ai.djl.", Set.of("workload")),
          Map.entry("com.knuddels.", Set.of("workload")),
          Map.entry("io.netty.", Set.of("wire", "relay")),
          Map.entry("org.jctools.", Set.of("load")),
          Map.entry("tools.jackson.core.", JSON_STREAMS),
          Map.entry(
              "tools.jackson.databind.",
              Set.of(
                  "gateway",
                  "report",
                  "findings",
                  "store",
                  "runner",
                  "validation",
                  "monitor",
                  "app")),
          Map.entry("com.fasterxml.jackson.annotation.", Set.of("report", "app")),
          Map.entry("tools.jackson.dataformat.yaml.", Set.of("gateway")),
          Map.entry("io.prometheus.", Set.of("telemetry")),
          Map.entry("io.opentelemetry.", Set.of("export")),
          Map.entry("org.duckdb.", Set.of("store")),
          Map.entry("org.jline.", Set.of("report")),
          Map.entry("org.apache.flink.", Set.of("fleet")),
          Map.entry("org.apache.kafka.", Set.of("fleet")),
          Map.entry("kafka.", Set.of("fleet")),
          Map.entry("org.xerial.snappy.", Set.of("fleet")),
          Map.entry("picocli.", Set.of("app", "fleet")),
          Map.entry("ch.qos.logback.", Set.of("runner")));

  private static final Pattern PLATFORM =
      Pattern.compile("(java|javax|jdk|com\\.sun\\.management|com\\.sun\\.net)\\..*|[a-z]+");

  private static final Pattern FILES_AND_SOCKETS =
      Pattern.compile(
          "java\\.net\\..*|java\\.nio\\.(file|channels)\\..*|java\\.io\\.(File|Random).*");

  private static final Pattern CLOCKS =
      Pattern.compile(
          "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)"
              + "|java\\.time\\.\\w+\\.now|java\\.time\\.(Clock|InstantSource)\\.(system|tick)\\w*"
              + "|java\\.util\\.Date\\.<init>");

  private ArchitectureRules() {}

  /// A class's module: the word behind the house's name; empty for what is not ours.
  private static Optional<String> module(JavaClass type) {
    String name = type.getPackageName() + ".";
    if (!name.startsWith(HOUSE)) {
      return Optional.empty();
    }
    String rest = name.substring(HOUSE.length());
    return Optional.of(rest.substring(0, Math.max(0, rest.indexOf('.'))));
  }

  /// Arrows that point the wrong way, and dependencies that are not their user's.
  static List<String> dependencies(JavaClasses classes) {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      String from = module(type).orElse("");
      if (!MODULES.contains(from)) {
        found.add(type.getName() + " is in no module of the house");
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        fault(from, target).ifPresent(fault -> found.add(fault + ": " + type.getName()));
      }
    }
    return List.copyOf(found);
  }

  private static Optional<String> fault(String from, JavaClass target) {
    return module(target).map(to -> wrongArrow(from, to)).orElseGet(() -> foreign(from, target));
  }

  private static Optional<String> wrongArrow(String from, String to) {
    boolean apart =
        !from.equals(to) && APART.stream().anyMatch(group -> group.containsAll(Set.of(from, to)));
    boolean backwards = MODULES.indexOf(to) > MODULES.indexOf(from);
    return apart || backwards ? Optional.of(from + " must not see " + to) : Optional.empty();
  }

  private static Optional<String> foreign(String from, JavaClass target) {
    String name = target.getName();
    if (PLATFORM.matcher(name).matches()) {
      boolean closed = from.equals("metrics") && FILES_AND_SOCKETS.matcher(name).matches();
      return closed ? Optional.of("metrics does no input or output") : Optional.empty();
    }
    boolean owned =
        OWNERS.entrySet().stream()
            .anyMatch(owner -> name.startsWith(owner.getKey()) && owner.getValue().contains(from));
    return owned ? Optional.empty() : Optional.of(from + " does not own " + name);
  }

  /// Packages that depend on each other in a cycle, with the dependencies that make it.
  static List<String> cycles(JavaClasses classes) {
    SliceRule rule = slices().matching(HOUSE + "(**)").should().beFreeOfCycles();
    return rule.allowEmptyShould(true).evaluate(classes).getFailureReport().getDetails();
  }

  /// Places outside the clocks and the command line that read a clock of their own.
  static List<String> clocks(JavaClasses classes) {
    List<String> found = new ArrayList<>();
    for (JavaClass type : classes) {
      boolean owner =
          type.getName().equals(HOUSE + "wire.NanoClock")
              || type.getName().equals(HOUSE + "runner.Clocks")
              || type.getName().equals(HOUSE + "fleet.UpCommand")
              || type.getName().equals(HOUSE + "fleet.LiveCommand")
              || module(type).equals(Optional.of("app"));
      if (!owner) {
        readings(type, found);
      }
    }
    return found;
  }

  private static void readings(JavaClass type, List<String> found) {
    for (JavaAccess<?> access : type.getAccessesFromSelf()) {
      String target = access.getTargetOwner().getName() + "." + access.getName();
      boolean reads = CLOCKS.matcher(target).matches();
      // A date that is made from a number reads no clock.
      if (reads && !access.getTarget().getFullName().contains("(long)")) {
        found.add("reads a clock that was not passed in: " + access.getDescription());
      }
    }
  }
}
