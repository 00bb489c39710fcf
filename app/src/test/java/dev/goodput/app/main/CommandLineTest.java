package dev.goodput.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runner.Version;
import dev.goodput.runner.signals.OwnSignals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Isolated
class CommandLineTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private String message() {
    return err.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "--ratte, --rate",
    "--no-such-option, --no-such-option",
    "--slow=5, --slo",
    "--concurency, --concurrency"
  })
  void namesTheNearestOptionForAnUnknownOne(String typed, String expected) {
    assertThat(run("bench", typed)).isEqualTo(2);
    assertThat(message()).contains(expected).hasLineCount(1).doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "saturate", "search", "compare", "gate", "hop"})
  void handlesSignalsEarlyForMeasuringCommands(String command) {
    assertThat(Main.measures(command)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "simulate", "help", "--help", "nonsense"})
  void handlesNoSignalsEarlyForOtherCommands(String command) {
    assertThat(Main.measures(command)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "search --virtual --slo batch, SLO batch has no bound on latency",
    "compare --virtual --profile-a h100/nope --profile-b h100/llama-3.1-8b, --profile-a: unknown",
    "compare --virtual --profile-a h100/llama-3.1-8b --profile-b h100/nope, --profile-b: unknown",
    "bench --virtual --profile h100/nope, --profile: unknown",
    "slo init chat --out -, --out - does not stand for standard output here"
  })
  void quotesTheWrongValueAsTyped(String typed, String expected) {
    assertThat(run(typed.split(" "))).isEqualTo(2);
    assertThat(message()).contains(expected).hasLineCount(1);
  }

  @Test
  void suggestsNothingForADistantOption() {
    assertThat(run("bench", "--foo")).isEqualTo(2);
    assertThat(message()).contains("unknown option --foo").doesNotContain("did you mean");
  }

  @Test
  void suggestsNoHiddenCommand() {
    assertThat(run("truth-servr")).isEqualTo(2);
    assertThat(message()).contains("unknown command").doesNotContain("did you mean");
  }

  @Test
  void readsNoOptionsOutOfAFile() throws IOException {
    Path junit = directory.resolve("junit.xml");
    Path file = Files.writeString(directory.resolve("args"), "--model a\n--junit=" + junit + "\n");
    assertThat(run("bench", "--duration", "2s", "@" + file)).isEqualTo(2);
    assertThat(message()).contains("unexpected argument \"@" + file).hasLineCount(1);
    assertThat(junit).doesNotExist();
  }

  @Test
  void keepsAValueThatStartsWithAnAtSign() throws IOException {
    Path file = Files.writeString(directory.resolve("args"), "chatt");
    assertThat(run("bench", "--slo", "@" + file)).isEqualTo(2);
    assertThat(message()).contains("@" + file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "bench --help"})
  void reportsThatItsOutputCouldNotBeWritten(String typed) {
    OutputStream full = refusing("No space left on device");

    assertThat(Main.run(typed.split(" "), full, new PrintStream(err, true, UTF_8))).isEqualTo(1);
    assertThat(message())
        .contains("cannot write to standard output: No space left on device")
        .hasLineCount(1);
  }

  @Test
  void ignoresAClosedPipe() {
    OutputStream pipe = refusing("Broken pipe");

    assertThat(Main.run(new String[] {"--help"}, pipe, new PrintStream(err, true, UTF_8))).isZero();
    assertThat(message()).isEmpty();
  }

  private static OutputStream refusing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int octet) throws IOException {
        throw new IOException(reason);
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "completion tcsh | SHELL must be one of bash, zsh, fish, found \"tcsh\"",
        "completion fsh | found \"fsh\"; did you mean fish?"
      })
  void namesTheChoicesForAnotherWord(String typed, String expected) {
    assertThat(run(typed.split(" "))).isEqualTo(2);
    assertThat(message()).startsWith("goodput: ").contains(expected).hasLineCount(1);
  }

  /// The default directory may be absent where no run was made yet.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "runs",
        "runs trend",
        "baseline list",
        "compare a b",
        "gate --baseline a --candidate b",
        "review --log ."
      })
  void refusesARootThatIsNoDirectory(String typed) {
    List<String> args = new ArrayList<>(List.of(typed.split(" ")));
    args.addAll(List.of("--root", "no-such-dir"));
    assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
    assertThat(message()).isEqualTo("goodput: --root no-such-dir is not a directory\n");
  }

  @Test
  void namesTheNearestCommandForAnUnknownOne() {
    assertThat(run("bensh")).isEqualTo(2);
    assertThat(message()).contains("bensh").contains("did you mean bench?");
  }

  @Test
  void explainsWhyASearchHasNoRate() {
    assertThat(run("search", "--virtual", "--rate", "8")).isEqualTo(2);
    assertThat(message()).contains("unknown option --rate", "; search sets the rate itself");
    assertThat(run("saturate", "--virtual", "--users", "8")).isEqualTo(2);
    assertThat(message()).contains("; saturate sets the loads itself, within --from and --to");
  }

  @Test
  void requiresACommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(message())
        .contains(
            "no command given; commands: bench, saturate, search, compare, gate, hop, fleet,"
                + " report, review, runs, baseline, query, export, plan, score, profile, rate,"
                + " gateway, watch, slo, alerts, dashboards, simulate, selftest, validate,"
                + " completion, help")
        .doesNotContain("rehearse");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate -3 --arrivals poisson | --rate must be above 0, found -3",
        "--rate abc | --rate: \"abc\" is not a number",
        "--concurrency 2000000000 | between 1 and 1000000, found 2000000000",
        "--concurrency 99999999999 | between 1 and 1000000, found 99999999999",
        "--max-in-flight 99999999999 --rate 8 | between 1 and 1000000, found 99999999999",
        "--retries 99999999999 | --retries must be between 0 and 100, found 99999999999",
        "--requests 99999999999999999999 | is out of range, at most 9223372036854775807",
        "--requests 9999999999999 | between 1 and 1000000000000, found 9999999999999",
        "--max-in-flight 2000000 --rate 8 | between 1 and 1000000, found 2000000",
        "--workload azure-covn | Did you mean azure-conv?",
        "--rate NaN | --rate must be above 0",
        "--rate 1e9 | --rate sets 1000000000 requests per second; no client sends more than"
            + " 1000000",
        "--stages 2-2000000:30s | --stages sets 2000000 requests per second",
        "--warmup 60s --duration 5s | --warmup 60s leaves nothing of a run of 5s",
        "--warmup 30s | leaves nothing of a run of 30s",
        "--warmup 2s --cooldown 3s --duration 5s | --warmup 2s --cooldown 3s leaves nothing of a"
            + " run",
        "--cooldown 3s --arrivals burst --requests 9 | leaves nothing of --arrivals burst",
        "--concurrency 0 | --concurrency (--users) must be between 1 and 1000000, found 0",
        "--concurrency 1.5 | --concurrency: \"1.5\" is not a whole number",
        "--rate 8 --users 4 | --rate is an open loop and --concurrency (--users) a closed loop",
        "--arrivals poisson --concurrency 4 | --max-in-flight",
        "--arrivals closed --rate 4 | --rate has no meaning",
        "--arrivals poison --rate 4 | did you mean poisson?",
        "--arrivals poisson | needs --rate",
        "--arrivals stages | --stages",
        "--stages 5 | stage",
        "--stages 2:3 | each length with its unit",
        "--stages 2:5s --duration 28s | remove --duration",
        "--cv 2 --rate 8 | --cv needs --arrivals gamma",
        "--requests 0 | --requests must be between 1 and 1000000000000, found 0",
        "--duration 0 | --duration must be above 0",
        "--duration 30 | --duration",
        "--max-in-flight 4 --concurrency 2 | --max-in-flight caps an open loop",
        "--slo chatt | chat",
        "--no-stream --slo chat | --no-stream",
        "--url http:// --model m | --url",
        "--url ftp://x | --url",
        "--url http://u:p@h | a password does not belong there",
        "--url http://h --profile h100/x | --profile",
        "--server-metrics ftp://h --url http://h | --server-metrics",
        "--server-metrics http://me:p@h --url http://h | a password does not belong there",
        "--server-metrics off --server-metrics http://h | --server-metrics off cannot be combined",
        "--server-metrics http://h --virtual | --server-metrics needs a server,"
            + " and --virtual has none; remove one of them",
        "--power http://me:p@h --url http://h | a password does not belong there",
        "--power a.csv --power a.csv --url http://h | --power names a source twice",
        "--power rapl --virtual | --power reads real devices, and --virtual uses none",
        "--prices x.yaml --cost-per-hour 3 | --prices is for a metered API",
        "--prices x.yaml | cannot read x.yaml: no such file",
        "--endpoint chats --url http://h | did you mean chat?",
        "--http 3 --url https://h | --http",
        "--http 2 --virtual | --http needs a network, and --virtual has none; remove"
            + " one of them",
        "--virtual --header X:1 | --header is for requests to a server; --virtual sends none",
        "--virtual --api-key-env K | --api-key-env is for requests to a server; --virtual sends",
        "--http 2 --connection-per-request --url http://h | --connection-per-request works with"
            + " HTTP/1.1 only; remove it or --http",
        "--insecure --ca x.pem --url https://h | so --ca has no effect; remove one of them",
        "--endpoint tgi | --endpoint tgi is for a server with --url",
        "--endpoint ollama --ignore-eos --url http://h | does not support it",
        "--ca nothing.pem | --ca nothing.pem: no such file",
        "--key . --cert . | is a directory",
        "--cert x.pem | --cert needs --key",
        "--extra-body [1] | --extra-body must be a JSON object",
        "--extra-body {x | --extra-body is not JSON: it breaks off or is malformed at character",
        "--attainment 200% | --attainment must be above 0 and at most 1 (0.95 or 95% for 95 %),"
            + " found 2",
        "--attainment most | \"most\" is not a share: write one like 95% or 0.95",
        "--attainment 95 | --attainment: \"95\" is above 1; did you mean 95%?",
        "--attainment 101 | --attainment must be above 0 and at most 1 (0.95 or 95% for 95 %),"
            + " found 101",
        "--attainment 0 | --attainment must be above 0 and at most 1 (0.95 or 95% for 95 %), found"
            + " 0",
        "--max-error-rate 2 | --max-error-rate: \"2\" is above 1; did you mean 2%?",
        "--max-error-rate 200% | --max-error-rate must be between 0 and 1, found 2",
        "--extra-body {\"stream\":false} | --extra-body sets \"stream\"",
        "--warmup soon | --warmup",
        "--cost-per-hour free | --cost-per-hour",
        "--junit nowhere/at/all.xml | --junit",
        "--workload azure-cnv | azure-conv",
        "--arrivals trace --workload synthetic | --arrivals trace needs recorded times",
        "--input-tokens 0 | --input-tokens",
        "--think-time 3s | --turns",
        "--think-time 25h --turns 2 | --think-time must be at most 24h, found 25h",
        "--concurrency , | --concurrency needs a number",
        "--rate , | --rate needs a number",
        "--insecure --url host:8000 | need --url https://",
        "--history by-turn | --turns",
        "--history byturn --turns 2 | did you mean by-turn?",
        "--turns many | --turns: cannot read the lengths",
        "--cancel-after 3s | --cancel-share",
        "--temperature Infinity | --temperature must be 0 or more",
        "--insecure --url http://h | need --url https://",
        "--insecure | need --url https://",
        "--duration 99999999h | is too long",
        "--rate 0.01 --duration 30s | sends less than one request in 30s",
        "--retries 2147483647 | --retries must be between 0 and 100",
        "surplus | unexpected argument",
        "--url http://h --model a --model a | --model is given twice",
        "--rate 20 --slo chat --rate=5 | --rate is given twice",
        "--quiet --url http://h --quiet | --quiet is given twice",
        "--header a:1 --url http://h --header b:2 --ca nothing.pem | --ca nothing.pem: no such",
        "--header a:1 --url ftp://x --header b:2 | --url",
        "--rate | --rate needs a value"
      })
  void refusesInvalidValuesInOneLineThatNamesTheOption(String typed, String expected) {
    String[] args = ("bench " + typed).split(" ");

    assertThat(run(args)).as(message()).isEqualTo(2);
    assertThat(message()).contains(expected).hasLineCount(1).doesNotContain("\tat ");
  }

  /// Every number, duration and share of every command: the error repeats the value and gives an
  /// example.
  @TestFactory
  Stream<DynamicTest> aValueThatCannotBeReadIsRepeatedWithAnExample() {
    CommandLine root = Main.commandLine(false, out, new PrintStream(err, true, UTF_8));
    return Stream.of(root)
        .flatMap(each -> each.getSubcommands().values().stream())
        .flatMap(each -> Stream.concat(Stream.of(each), each.getSubcommands().values().stream()))
        .distinct()
        .flatMap(command ->
            command.getCommandSpec().options().stream()
                .filter(CommandLineTest::takesAQuantity)
                .map(option -> {
                  String name = command.getCommandSpec().qualifiedName();
                  String typed = name + " " + option.longestName() + "=some?";
                  return DynamicTest.dynamicTest(
                      typed,
                      () -> {
                        err.reset();
                        assertThat(run(typed.substring(typed.indexOf(' ') + 1).split(" ")))
                            .isEqualTo(2);
                        assertThat(message())
                            .contains(option.longestName(), "\"some?\"", " like ")
                            .hasLineCount(1);
                      });
                }));
  }

  private static boolean takesAQuantity(CommandLine.Model.OptionSpec option) {
    return !option.hidden()
        && Stream.concat(Stream.of(option.type()), Stream.of(option.auxiliaryTypes()))
            .anyMatch(type ->
                Number.class.isAssignableFrom(type)
                    || type == Duration.class
                    || (type.isPrimitive() && type != boolean.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"--turns 2 | --turns does not apply", "--input-tokens 5 | --input-tokens does not"})
  void refusesOptionsThatContradictAFileBeforeStarting(String typed, String expected)
      throws IOException {
    Path chats = Files.writeString(directory.resolve("chats.jsonl"), "{\"prompt\": \"Why?\"}\n");
    Path out = directory.resolve("run");

    assertThat(run(("bench " + typed + " --workload " + chats + " --out " + out).split(" ")))
        .isEqualTo(2);
    assertThat(message()).contains(expected).hasLineCount(1);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536", "99999999999"})
  void refusesAnInvalidPort(String port) {
    assertThat(run("simulate", "--port", port)).isEqualTo(2);
    assertThat(message()).contains("--port must be between 0 and 65535, found " + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rate abc", "--no-such-option", "--rate ,", "--rate -3", "--out"})
  void jobFilesReportARefusedCommandLine(String typed) throws IOException {
    Path junit = Files.writeString(directory.resolve("bench.xml"), "of an earlier run");

    assertThat(run(("bench --junit " + junit + " " + typed).split(" "))).isEqualTo(2);
    assertThat(junit).content().contains("<error type=\"exit code 2\"");
    assertThat(message()).hasLineCount(1);
  }

  @Test
  void aSignalAfterTheRefusalWasWrittenDoesNotChangeHowTheProcessEnds() throws Exception {
    Path junit = directory.resolve("bench.xml");

    assertThat(run("bench", "--junit", junit.toString(), "--rate", "-3")).isEqualTo(2);
    OwnSignals.raise("TERM");

    assertThat(junit).content().contains("<error type=\"exit code 2\"");
    assertThat(message()).hasLineCount(1);
  }

  @Test
  void escapesBidirectionalControls() throws IOException {
    assertThat(run("bench", "--workload", "a\u202e\u009bz")).isEqualTo(2);
    assertThat(message()).doesNotContain("\u202e", "\u009b").contains("a  z");
  }

  @Test
  void refusesAnEmptySweep() {
    assertThat(run("selftest", "--up-to", "0")).isEqualTo(2);
    assertThat(message()).contains("--up-to must be above 0, found 0").hasLineCount(1);
  }

  @Test
  void refusesARunDirectoryThatTheSystemWouldNotMake() {
    Path folder = directory.resolve("x".repeat(300));

    assertThat(run("bench", "--out", folder.toString())).isEqualTo(2);
    assertThat(message()).contains("--out " + folder + " cannot be made: ").hasLineCount(1);
  }

  @Test
  void refusesARunDirectoryInAPlaceThatHoldsNone() {
    assertThat(run("bench", "--out", "/proc/x/y")).isEqualTo(2);
    assertThat(message())
        .containsPattern("--out /proc/x/y cannot be made: .*/.*; choose another place")
        .hasLineCount(1);
  }

  @Test
  void refusesAFileInAPlaceThatHoldsNone() {
    assertThat(run("bench", "--junit", "/proc/bench.xml")).isEqualTo(2);
    assertThat(message()).contains("--junit /proc/bench.xml").hasLineCount(1);
  }

  @Test
  void refusesARunDirectoryBelowAFileBeforeStarting() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");

    assertThat(run("bench", "--out", file.resolve("run").toString())).isEqualTo(2);
    assertThat(message()).contains("--out").contains(file + " is a file").hasLineCount(1);
  }

  @Test
  void refusesAReportThatCannotBeWrittenBeforeItReadsTheRun() {
    Path nowhere = directory.resolve("nowhere").resolve("page.html");

    assertThat(run("report", "no-such-run", "--html", nowhere.toString())).isEqualTo(2);
    assertThat(message()).contains("--html").contains("directory does not exist").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "search", "simulate", "report", "selftest"})
  void helpOfEachCommandFitsEightyColumns(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString(UTF_8).lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void everyCommandHasItsHelpInEightyColumns() {
    helpBelow(Main.commandLine(false, OutputStream.nullOutputStream(), System.err), List.of());
  }

  private void helpBelow(CommandLine command, List<String> path) {
    List<String> typed = Stream.concat(path.stream(), Stream.of("--help")).toList();
    out.reset();
    assertThat(run(typed.toArray(String[]::new))).as("%s", typed).isZero();
    assertThat(out.toString(UTF_8).lines())
        .as("%s", typed)
        .isNotEmpty()
        .allMatch(line -> line.length() <= 80);
    command
        .getSubcommands()
        .forEach((name, below) ->
            helpBelow(below, Stream.concat(path.stream(), Stream.of(name)).toList()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bench", "validate", "validate simulator", "help"})
  void helpOfAPathOfCommandsIsThatOfTheLastOfThem(String path) {
    run((path + " --help").strip().split(" "));
    String shown = out.toString(UTF_8);
    out.reset();
    assertThat(run(("help " + path).split(" "))).isZero();
    assertThat(out.toString(UTF_8)).isNotEmpty().isEqualTo(shown);
  }

  @Test
  void helpWritesNoFileOfTheCommandItShows(@TempDir Path folder) throws IOException {
    Path junit = Files.writeString(folder.resolve("j.xml"), "kept");
    run("help", "bench", "--junit", junit.toString());
    assertThat(junit).hasContent("kept");
    run("bench", "--junit", junit.toString(), "--rate", "x");
    assertThat(junit).content().startsWith("<?xml");
  }

  @ParameterizedTest
  @CsvSource({
    "help bensh, unknown command \"bensh\"; did you mean bench? (see goodput --help)",
    "help validate simlator, unknown command \"simlator\"; did you mean simulator? (see goodput"
        + " validate --help)",
    "help bench x, unknown command \"x\" (see goodput bench --help)"
  })
  void helpOfACommandThatIsNotThereNamesTheNearest(String typed, String line) {
    assertThat(run(typed.split(" "))).isEqualTo(2);
    assertThat(message()).isEqualTo("goodput: " + line + System.lineSeparator());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Measures an LLM server under load.",
        "Computes every figure of a stored run again.",
        "Serves the simulated engine over HTTP, for any client."
      })
  void theListOfCommandsHasWholeSentences(String sentence) {
    run("--help");

    assertThat(out.toString(UTF_8)).contains(sentence + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "selftest"})
  void commandsWithoutARunListNoExitCodesOfRuns(String command) {
    run(command, "--help-all");

    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^ +2 +usage or bad input$")
        .doesNotContainPattern("(?m)^ +[3-6] +");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "report"})
  void helpOfARunExplainsExitCodeTwo(String command) {
    run(command, "--help-all");

    assertThat(out.toString(UTF_8))
        .containsPattern(
            "(?m)^ +2 +usage or bad input; or nothing was measured, answered or judged by --slo$");
  }

  @ParameterizedTest
  @CsvSource({"bench, true", "simulate, true", "report, false", "selftest, false"})
  void helpNamesTheSignalsThatACommandEndsBy(String command, boolean named) {
    run(command, "--help-all");

    assertThat(out.toString(UTF_8).contains("143   ended by SIGTERM")).isEqualTo(named);
    assertThat(out.toString(UTF_8).contains("or SIGHUP")).isEqualTo(command.equals("bench"));
  }

  @Test
  void requiresTheRunDirectory() {
    assertThat(run("report")).isEqualTo(2);
    assertThat(message())
        .startsWith("goodput: which run? name its directory, like runs/")
        .hasLineCount(1);
  }

  @Test
  void refusesAModelWithoutAName() {
    assertThat(run("bench", "--model", "")).isEqualTo(2);
    assertThat(message()).startsWith("goodput: --model needs a model's name, found none");
  }

  @Test
  void namesItsVersion() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString(UTF_8)).contains("goodput " + Version.version());
  }
}
