package dev.goodput.report.ci;

import static dev.goodput.report.model.Check.Outcome.ERROR;
import static dev.goodput.report.model.Check.Outcome.FAILED;
import static dev.goodput.report.model.Check.Outcome.PASSED;
import static dev.goodput.report.model.Check.Outcome.SKIPPED;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Check;
import dev.goodput.report.model.Check.Outcome;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.SloText;
import dev.goodput.report.words.Verdicts;
import dev.goodput.report.words.WorkloadText;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/// The run as a JUnit test report: a suite per load level; a case per SLO bound, one for the error
/// rate and one for the client, and one for each internal fault. A last suite has one case, the run
/// as a whole. It fails if the run is incomplete, or if its exit code is not 0 and no case of a
/// level has the reason: each reason counts once.
///
/// A bound of an SLO that came with the workload is skipped if it does not hold, as it does not
/// fail the run. With several levels the same is true of every level except the one that represents
/// the run: an SLO is met if a level that ran as planned meets it. Runs of one load are judged
/// together, in a suite of their own. A bound without arrivals to judge is skipped too. So are a
/// bound that holds and the error rate if the log ends before the level did, because the requests
/// that had waited longest are not in it, a bound that holds while some users of a closed loop sent
/// no request, and the bounds of a level with so many unanswered requests that they might change
/// its verdict.
public final class JunitXml {
  private static final String LOST = ", of those in a log that ends before the run did";

  private static final String LEFT = ", and the run left others before they had an answer";

  /// Conclusions of the test case of a level.
  private static final Set<Conclusion> OF_A_LEVEL =
      EnumSet.of(
          Conclusion.FAULT,
          Conclusion.TOO_MANY_FAILURES,
          Conclusion.CLIENT_BOUND,
          Conclusion.SLO_MISSED);

  /// Checks that belong together.
  ///
  /// @param classname of its test cases
  /// @param seconds how long it took
  /// @param started when the run started; empty if unknown
  record Suite(
      String name, String classname, List<Check> checks, String seconds, Optional<String> started) {
    /// A suite of no time.
    Suite(String name, String classname, List<Check> checks) {
      this(name, classname, checks, "0.000", Optional.empty());
    }
  }

  private JunitXml() {}

  /// What was found of two servers, as text.
  public static String xml(Summary in) {
    String name = "goodput " + in.command();
    Suite suite = new Suite(name, "goodput." + in.command(), in.checks());
    return document(name + ": " + in.headline().headline(), List.of(suite));
  }

  /// The report of a run, as text.
  public static String xml(ReportInput in) {
    Experiment made = in.experiment();
    if (made != null) {
      String why = RunText.against(in).map(Verdict::sentence).orElse("");
      Check only = new Check(made.command(), why.isEmpty() ? PASSED : FAILED, why);
      return document(
          named(in, made.command()),
          List.of(suite(in, made.command(), List.of(only), in.result().levels())));
    }
    return document(named(in, "bench"), levels(in));
  }

  private static String named(ReportInput in, String command) {
    return "goodput " + command + ": " + Verdicts.headline(in).headline();
  }

  private static List<Suite> levels(ReportInput in) {
    List<Suite> suites = new ArrayList<>();
    for (LevelResult level : in.result().levels()) {
      suites.add(suite(in, LevelName.of(in, level), checks(in, level), List.of(level)));
    }
    List<Check> together = together(in);
    if (!together.isEmpty()) {
      suites.add(suite(in, "all runs", together, in.result().levels()));
    }
    suites.add(suite(in, "the run", List.of(run(in)), in.result().levels()));
    return suites;
  }

  private static Suite suite(
      ReportInput in, String what, List<Check> checks, List<LevelResult> levels) {
    String workload = in.fact("run.workload").orElse("bench");
    return new Suite(
        workload + ", " + what,
        "goodput." + workload,
        checks,
        seconds(levels),
        in.fact("run.started"));
  }

  /// A document of suites.
  ///
  /// @param name of them all, with the answer: no job knows a suite again by it
  static String document(String name, List<Suite> suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", clean(name));
      for (Suite suite : suites) {
        write(suite, xml);
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write XML to memory", e);
    }
    return text + "\n";
  }

  private static void write(Suite suite, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", clean(suite.name()));
    xml.writeAttribute("tests", Integer.toString(suite.checks().size()));
    xml.writeAttribute("failures", count(suite, FAILED));
    xml.writeAttribute("errors", count(suite, ERROR));
    xml.writeAttribute("skipped", count(suite, SKIPPED));
    xml.writeAttribute("time", suite.seconds());
    if (suite.started().isPresent()) {
      xml.writeAttribute("timestamp", clean(suite.started().get()));
    }
    for (Check check : suite.checks()) {
      write(check, clean(suite.classname()), xml);
    }
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static String seconds(List<LevelResult> levels) {
    double seconds =
        levels.isEmpty()
            ? 0
            : (levels.getLast().window().runEndNanos() - levels.getFirst().window().runBeginNanos())
                / 1e9;
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static Check run(ReportInput in) {
    Optional<Verdict> against = RunText.against(in);
    if (against.isEmpty()) {
      return new Check("the run", PASSED, "");
    }
    String why = against.get().title() + ": " + against.get().text();
    boolean counted =
        RunText.beforehand(in).isEmpty()
            && OF_A_LEVEL.contains(in.conclusion())
            && Stream.concat(
                    together(in).stream(),
                    in.result().levels().stream().flatMap(level -> checks(in, level).stream()))
                .anyMatch(check -> check.outcome() == FAILED);

    // One reason is one failure, or a job would count two.
    return counted
        ? new Check("the run", SKIPPED, "fails by a case above: " + why)
        : new Check("the run", FAILED, why);
  }

  private static String count(Suite suite, Outcome outcome) {
    return Long.toString(
        suite.checks().stream().filter(check -> check.outcome() == outcome).count());
  }

  private static List<Check> checks(ReportInput in, LevelResult level) {
    List<Check> checks = new ArrayList<>();
    boolean counts = in.sloRequested() && in.isReportedLevel(level) && in.repeats().isEmpty();
    Optional<String> tooShort = SloText.tooShort(List.of(level));
    for (BoundResult bound : level.bounds()) {
      checks.add(bound(bound, level.lost(), level.sloMet(), tooShort, counts));
    }
    for (SloClassResult each : level.classes()) {
      each.bounds().stream()
          .map(bound -> bound(bound, level.lost(), each.met(), tooShort, false))
          .forEach(bound ->
              checks.add(
                  new Check(each.name() + ": " + bound.name(), bound.outcome(), bound.message())));
    }
    checks.add(errors(in, level));
    checks.add(client(level));
    if (WorkloadText.isJudged(in, level)) {
      checks.add(workload(in, level));
    }
    for (String fault : level.faults()) {
      checks.add(new Check("Goodput's own accounting", FAILED, fault));
    }
    return checks;
  }

  /// The bounds over the arrivals of all runs of one load; none of another run.
  private static List<Check> together(ReportInput in) {
    Optional<String> tooShort =
        in.result().sloSettled() == null
            ? SloText.tooShort(in.result().levels())
            : Optional.empty();
    return in.repeats().stream()
        .flatMap(repeats -> Stream.ofNullable(repeats.slo()))
        .flatMap(slo ->
            slo.bounds().stream()
                .map(bound -> bound(bound, false, slo.met(), tooShort, in.sloRequested())))
        .toList();
  }

  /// @param tooShort why a bound that holds is not claimed; empty if it is
  private static Check bound(
      BoundResult result,
      boolean lost,
      @Nullable Boolean met,
      Optional<String> tooShort,
      boolean counts) {
    String name = result.bound().expression();
    if (result.applies() == 0) {
      return new Check(name, SKIPPED, "no arrival to judge it by");
    }
    if (result.holds()) {
      String within = Figures.share(result.share()) + " within";
      if (tooShort.isPresent()) {
        return new Check(name, SKIPPED, tooShort.get() + "; " + within + " so far");
      }
      return lost || met == null
          ? new Check(name, SKIPPED, within + (lost ? LOST : LEFT))
          : new Check(name, PASSED, within);
    }
    if (met == null) {
      return new Check(name, SKIPPED, SloText.miss(result) + LEFT);
    }
    String miss = SloText.miss(result);
    return counts
        ? new Check(name, FAILED, miss)
        : new Check(name, SKIPPED, "does not fail this run: " + miss);
  }

  // The exit code judges the failures of all levels together.
  private static Check errors(ReportInput in, LevelResult level) {
    Double rate = level.judgedErrorRate();
    String name = "failures ≤ " + Figures.share(in.maxErrorRate());
    if (rate == null) {
      return new Check(name, SKIPPED, "no request to judge it by");
    }
    if (rate <= in.maxErrorRate()) {
      return level.lost()
          ? new Check(name, SKIPPED, Figures.share(rate) + LOST)
          : new Check(name, PASSED, Figures.share(rate));
    }
    String failed =
        Figures.share(rate) + " failed" + (level.lost() ? LOST : "") + Verdicts.kinds(level);
    return in.result().errorRate() > in.maxErrorRate()
        ? new Check(name, FAILED, failed)
        : new Check(name, SKIPPED, "does not fail this run: " + failed);
  }

  // Like the exit code, it does not fail the run.
  private static Check workload(ReportInput in, LevelResult level) {
    String name = "workload as requested";
    return WorkloadText.verdict(in, level)
        .map(wrong -> new Check(name, SKIPPED, "does not fail this run: " + wrong.sentence()))
        .orElse(new Check(name, PASSED, ""));
  }

  private static Check client(LevelResult level) {
    ClientHealth client = level.client();
    String reasons = ClientText.reasons(client);
    String name = ClientText.measurer(level) + " trusted";
    return switch (client.verdict()) {
      case TRUSTED ->
          ClientText.figures(level).isEmpty()
              ? new Check(name, SKIPPED, "the log holds nothing of it")
              : new Check(name, PASSED, "");
      case SUSPECT -> new Check(name, PASSED, "suspect: " + reasons);
      case CLIENT_BOUND -> new Check(name, FAILED, ClientText.boundTitle(level) + ": " + reasons);
    };
  }

  private static void write(Check check, String classname, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", classname);
    xml.writeAttribute("name", clean(check.name()));
    switch (check.outcome()) {
      case PASSED -> output(check, xml);
      case FAILED -> outcome("failure", check, xml);
      case SKIPPED -> outcome("skipped", check, xml);
      case ERROR -> outcome("error", check, xml);
    }
    xml.writeEndElement();
  }

  private static void output(Check check, XMLStreamWriter xml) throws XMLStreamException {
    if (!check.message().isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(clean(check.message()));
      xml.writeEndElement();
    }
  }

  private static void outcome(String element, Check check, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeEmptyElement(element);
    if (!check.type().isEmpty()) {
      xml.writeAttribute("type", check.type());
    }
    xml.writeAttribute("message", clean(check.message()));
  }

  // XML 1.0 has no way to write most control characters, escaped or not.
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder();
    SafeText.text(text)
        .codePoints()
        .map(c -> isWritable(c) ? c : 0xFFFD)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isWritable(int c) {
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    return c == '\t' || c == '\n' || (c >= 0x20 && !surrogate && c != 0xFFFE && c != 0xFFFF);
  }
}
