package dev.goodput.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunStoreTest {
  @TempDir private Path directory;
  private Path root = Path.of("");
  private RunStore store = RunStore.at(root);

  @BeforeEach
  void begin() {
    root = directory.resolve("runs");
    store = RunStore.at(root);
  }

  private Path run(String name, int day) {
    return run(root.resolve(name), name, day);
  }

  private static Path run(Path path, String id, int day) {
    Manifest manifest =
        Manifest.empty()
            .with("run.id", id)
            .with("run.started", "2026-11-%02dT06:14:42.05Z".formatted(day))
            .with("run.workload", "azure-conv");
    return RunDirectory.create(path, manifest).path();
  }

  private List<String> members(String baseline) {
    return store.baseline(baseline).runs().stream().map(StoredRun::directory).toList();
  }

  @Test
  void listsTheNewestFirst() {
    run("b", 20);
    run("a", 22);
    run("c", 21);
    assertThat(store.list().runs().stream().map(StoredRun::directory))
        .containsExactly("a", "c", "b");
    assertThat(store.list().notRuns()).isEmpty();
  }

  @Test
  void hasNoRunsWithoutARoot() {
    assertThat(store.list().runs()).isEmpty();
    assertThat(store.baselines()).isEmpty();
  }

  @Test
  void namesInvalidRunsAndListsTheOthers() throws IOException {
    run("good", 20);
    Path damaged = run("damaged", 21);
    Files.writeString(damaged.resolve("manifest.properties"), "junk\n");
    Files.createDirectories(root.resolve("foreign"));
    Files.writeString(root.resolve("notes.txt"), "no directory");
    RunListing listing = store.list();
    assertThat(listing.runs()).extracting(StoredRun::directory).containsExactly("good");
    assertThat(listing.notRuns()).containsOnlyKeys(damaged, root.resolve("foreign"));
    assertThat(listing.notRuns().get(damaged))
        .startsWith("manifest.properties:1 is damaged")
        .doesNotContain(root.toString());
  }

  @Test
  void findsARunByDirectoryNameAndId() {
    Path path = run("first", 20);
    run("second", 21);
    store.name(store.find("first"), "nightly");
    assertThat(store.find("nightly").directory()).isEqualTo("first");
    assertThat(store.find(path.toString()).name()).isEqualTo("nightly");
    store.removeName(store.find("first"));
    assertThat(store.find("first").name()).isNull();
  }

  @Test
  void findsAMovedRunByItsIdAndItsName() throws IOException {
    Path path = run("first", 20);
    store.name(store.find("first"), "nightly");
    Files.move(path, root.resolve("elsewhere"));
    assertThat(store.find("first").directory()).isEqualTo("elsewhere");
    assertThat(store.find("nightly").directory()).isEqualTo("elsewhere");
  }

  @Test
  void suggestsTheNearestRun() {
    run("20261121-azure", 20);
    assertThatThrownBy(() -> store.find("20261121-azur"))
        .isInstanceOf(HistoryException.NoRun.class)
        .hasMessageContaining("did you mean 20261121-azure?");
    assertThatThrownBy(() -> store.find("x")).hasMessageContaining("goodput runs lists");
    assertThatThrownBy(() -> store.find("")).isInstanceOf(HistoryException.NoRun.class);
    assertThatThrownBy(() -> store.find("a\0b")).isInstanceOf(HistoryException.NoRun.class);
  }

  @Test
  void refusesAnAmbiguousId() {
    run(root.resolve("copy-1"), "same", 20);
    run(root.resolve("copy-2"), "same", 21);
    assertThatThrownBy(() -> store.find("same"))
        .isInstanceOf(HistoryException.Ambiguous.class)
        .hasMessageContaining("copy-1")
        .hasMessageContaining("copy-2");
  }

  @Test
  void refusesADuplicateName() {
    run("first", 20);
    run("second", 21);
    store.name(store.find("first"), "nightly");
    store.name(store.find("first"), "nightly");
    assertThatThrownBy(() -> store.name(store.find("second"), "nightly"))
        .isInstanceOf(HistoryException.BadName.class)
        .hasMessageContaining("first is called \"nightly\" already");
    assertThatThrownBy(() -> store.name(store.find("second"), "first"))
        .isInstanceOf(HistoryException.BadName.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "../up", ".hidden", "a/b", "-x", "ä"})
  void refusesInvalidNames(String name) {
    run("first", 20);
    assertThatThrownBy(() -> store.name(store.find("first"), name))
        .isInstanceOf(HistoryException.BadName.class);
    assertThatThrownBy(() -> store.addToBaseline(name, store.find("first")))
        .isInstanceOf(HistoryException.BadName.class);
    assertThat(store.baselines()).isEmpty();
  }

  @Test
  void keepsSeveralRunsInABaselineOldestFirst() {
    for (int day = 25; day > 20; day--) {
      run("run-" + day, day);
      store.addToBaseline("main", store.find("run-" + day));
    }
    assertThat(members("main")).containsExactly("run-21", "run-22", "run-23", "run-24", "run-25");
    store.removeFromBaseline("main", store.find("run-23"));
    assertThat(members("main")).containsExactly("run-21", "run-22", "run-24", "run-25");
    assertThat(store.find("run-21").baselines()).containsExactly("main");
  }

  @Test
  void followsARunThatWasMovedByHand() throws IOException {
    Path path = run("first", 20);
    store.addToBaseline("main", store.find("first"));
    Files.move(path, root.resolve("renamed"));
    assertThat(members("main")).containsExactly("renamed");
    assertThat(store.baseline("main").missing()).isEmpty();
  }

  @Test
  void namesARunThatWasDeletedByHand() throws IOException {
    Path gone = run("first", 20);
    run("second", 21);
    store.addToBaseline("main", store.find("first"));
    store.addToBaseline("main", store.find("second"));
    delete(gone);
    Baseline baseline = store.baseline("main");
    assertThat(members("main")).containsExactly("second");
    assertThat(baseline.missing()).containsOnlyKeys("first");
    assertThat(baseline.missing().get("first")).isEqualTo(gone.toAbsolutePath().normalize());
    store.forget("main", "first");
    assertThat(store.baseline("main").missing()).isEmpty();
  }

  private static void delete(Path run) throws IOException {
    try (Stream<Path> inside = Files.walk(run)) {
      inside.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }

  @Test
  void keepsARunInAnotherDirectory() throws IOException {
    Path outside = run(directory.resolve("outside"), "outside", 20);
    store.addToBaseline("main", store.find(outside.toString()));
    assertThat(members("main")).containsExactly("outside");
    delete(outside);
    assertThat(store.baseline("main").missing()).containsOnlyKeys("outside");
  }

  @Test
  void reportsAMissingBaseline() {
    run("first", 20);
    store.addToBaseline("main", store.find("first"));
    assertThatThrownBy(() -> store.baseline("mian"))
        .isInstanceOf(HistoryException.NoBaseline.class)
        .hasMessageContaining("did you mean main?");
    store.removeFromBaseline("main", store.find("first"));
    assertThat(store.baselines()).isEmpty();
  }

  @Test
  void namesDifferencesBetweenBaselineRuns() {
    run("first", 20);
    Path other = run("second", 21);
    RunDirectory run = RunDirectory.open(other);
    run.updateManifest(run.manifest().with("run.workload", "synthetic"));
    store.addToBaseline("main", store.find("first"));
    assertThat(store.baseline("main").differences()).isEmpty();
    store.addToBaseline("main", store.find("second"));
    assertThat(store.baseline("main").differences()).containsExactly("run.workload");
  }

  private void with(String run, String key, Object value) {
    RunDirectory directory = RunDirectory.open(root.resolve(run));
    directory.updateManifest(directory.manifest().with(key, String.valueOf(value)));
  }

  @Test
  void namesLoadsModelsAndSeedsThatDifferOrAreTheSame() {
    for (int day = 20; day < 23; day++) {
      run("run-" + day, day);
      with("run-" + day, "run.schedule", "poisson, rate 2, for 30s");
      with("run-" + day, "run.seed", day);
      store.addToBaseline("main", store.find("run-" + day));
    }
    assertThat(store.baseline("main").differences()).isEmpty();
    assertThat(store.baseline("main").repeatedSeeds()).isEmpty();
    with("run-22", "run.schedule", "poisson, rate 200, for 30s");
    with("run-22", "run.seed", 20);
    with("run-22", "target.server", "vLLM 0.12");
    assertThat(store.baseline("main").differences()).containsExactly("target.server", "load");
    assertThat(store.baseline("main").repeatedSeeds()).containsExactly("20");
  }

  @Test
  void treatsACopyOrALinkAsTheSameRun() throws IOException {
    run("run-20", 20);
    run("run-21", 21);
    Files.createSymbolicLink(root.resolve("latest"), root.resolve("run-21"));
    List<StoredRun> runs =
        Stream.of("run-21", "latest", "./run-20", "run-20").map(store::find).toList();
    assertThat(store.withoutCopies(runs))
        .extracting(StoredRun::id)
        .containsExactly("run-21", "run-20");
  }

  @Test
  void keepsARunWhereItWasNamedFirst() throws IOException {
    Path path = run("run-20", 20);
    run("run-21", 21);
    copy(path, root.resolve("backup"));
    List<StoredRun> runs = Stream.of("backup", "run-21", "run-20").map(store::find).toList();
    assertThat(store.withoutCopies(runs))
        .extracting(StoredRun::directory)
        .containsExactly("backup", "run-21");
  }

  @Test
  void refusesANameOfBothARunAndABaseline() {
    Path path = run("main", 20);
    run("run-21", 21);
    store.addToBaseline("main", store.find("run-21"));
    assertThatThrownBy(() -> store.resolve("main"))
        .isInstanceOf(HistoryException.Ambiguous.class)
        .hasMessageContaining("is a baseline and a run, ")
        .hasMessageContaining(path.toString());
    assertThat(store.resolve(path.toString())).extracting(StoredRun::directory).contains("main");
    store.removeFromBaseline("main", store.find("run-21"));
    assertThat(store.resolve("main")).hasSize(1);
  }

  @Test
  void listsNoEmptyBaseline() throws IOException {
    run("first", 20);
    store.addToBaseline("main", store.find("first"));
    Files.writeString(root.resolve(".baselines/main/.new-of-one-killed"), "");
    store.removeFromBaseline("main", store.find("first"));
    assertThat(store.baselines()).isEmpty();
  }

  @Test
  void namesLengthsAndPromptsThatDiffer() {
    for (int day = 20; day < 23; day++) {
      run("run-" + day, day);
      with("run-" + day, "workload.summary", "a table");
      store.addToBaseline("main", store.find("run-" + day));
    }
    assertThat(store.baseline("main").differences()).isEmpty();
    with("run-21", "workload.input_tokens", "4000");
    with("run-22", "workload.summary", "another table");
    assertThat(store.baseline("main").differences())
        .containsExactlyInAnyOrder("workload.input_tokens", "workload.summary");
  }

  @Test
  void distinguishesLoadsOfEarlierVersionsByTheirLevels() throws IOException {
    for (int rate : new int[] {2, 200}) {
      Path path = run("run-" + rate, 20);
      Files.writeString(
          path.resolve("result.json"),
          """
          {"schema": "goodput.result/1", "levels": [
            {"name": "poisson %d/s", "client": {"verdict": "trusted"}}]}
          """
              .formatted(rate));
      store.addToBaseline("main", store.find("run-" + rate));
    }
    assertThat(store.baseline("main").differences()).containsExactly("load");
  }

  @Test
  void countsACopyAndALinkAsTheRunThatTheyAreOf() throws IOException {
    Path path = run("first", 20);
    store.addToBaseline("main", store.find("first"));
    copy(path, root.resolve("backup"));
    Files.createSymbolicLink(root.resolve("a-link"), path.toAbsolutePath());
    run("second", 21);
    store.addToBaseline("main", store.find("second"));
    assertThat(members("main")).containsExactly("first", "second");
    assertThat(store.baseline("main").copies())
        .extracting(copy -> copy.run().directory() + " of " + copy.of().getFileName())
        .containsExactly("backup of first", "a-link of first");
    assertThat(store.find("a-link").link()).contains(path.toRealPath());
    assertThat(store.find("first").link()).isEmpty();
    store.setBaseline("main", List.of(store.find("second")));
    assertThat(members("main")).containsExactly("second");
    assertThat(store.baseline("main").copies()).isEmpty();
    assertThat(store.find("backup").baselines()).isEmpty();
  }

  @Test
  void meansTheRunAndNotALinkToItByItsId() throws IOException {
    Path path = run(root.resolve("moved"), "measured", 20);
    Files.createSymbolicLink(root.resolve("a-link"), path.toAbsolutePath());
    assertThat(store.find("measured").directory()).isEqualTo("moved");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> inside = Files.walk(from)) {
      for (Path each : inside.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  @Test
  void givesNoRunTheIdOfAnotherForAName() {
    run(root.resolve("moved"), "measured", 20);
    run("second", 21);
    assertThatThrownBy(() -> store.name(store.find("second"), "measured"))
        .isInstanceOf(HistoryException.BadName.class);
  }

  @Test
  void writesTagsThatOthersMayRead() throws IOException {
    run("first", 20);
    Path usual = Files.createFile(root.resolve("usual"));
    store.name(store.find("first"), "nightly");
    store.addToBaseline("main", store.find("first"));
    for (Path file :
        List.of(root.resolve("first/tags/name"), root.resolve(".baselines/main/first"))) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(Files.getPosixFilePermissions(usual));
    }
  }

  @Test
  void namesTheDirectoryThatItSearches() {
    assertThat(RunStore.at(Path.of("runs")).rootOption()).isEmpty();
    assertThat(RunStore.at(Path.of("a/b")).rootOption()).isEqualTo(" --root a/b");
    assertThat(RunStore.at(Path.of("a b")).rootOption()).isEqualTo(" --root 'a b'");
    RunStore elsewhere = RunStore.at(directory.resolve("x"));
    assertThatThrownBy(() -> elsewhere.baseline("main"))
        .hasMessageEndingWith("goodput baseline set main RUN" + elsewhere.rootOption());
  }

  @Tag("property")
  @Test
  void setsAndForgetsAtOnceAndKeepsWhatWasSet() throws Exception {
    int each = 60;
    run("kept", 20);
    run("other", 21);
    StoredRun other = store.find("other");
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < each; i++) {
        all.add(pool.submit(() -> store.addToBaseline("main", other)));
        all.add(pool.submit(() -> store.removeFromBaseline("main", other)));
        all.add(pool.submit(() -> Tags.of(root.resolve("kept")).setName("n")));
        all.add(pool.submit(() -> store.removeName(other)));
      }
    }
    for (Future<?> done : all) {
      done.get();
    }
    store.addToBaseline("main", store.find("kept"));
    assertThat(members("main")).contains("kept");
    try (Stream<Path> left = Files.walk(root)) {
      assertThat(left.map(path -> String.valueOf(path.getFileName())))
          .noneMatch(name -> name.contains(".new"));
    }
  }

  @Tag("property")
  @Test
  void keepsAllTagsOfConcurrentWriters() throws Exception {
    int each = 40;
    for (int i = 0; i < each; i++) {
      run("run-" + i, 20);
    }
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < each; i++) {
        int number = i;
        all.add(
            pool.submit(() -> RunStore.at(root).addToBaseline("b" + number, store.find("run-0"))));
        all.add(
            pool.submit(() -> RunStore.at(root).addToBaseline("all", store.find("run-" + number))));
        all.add(pool.submit(() -> Tags.of(root.resolve("run-0")).setName("n" + number)));
      }
    }
    for (Future<?> done : all) {
      done.get();
    }
    assertThat(store.find("run-0").baselines()).hasSize(each + 1);
    assertThat(store.find("run-0").name()).startsWith("n");
    assertThat(store.baseline("all").runs()).hasSize(each);
  }
}
