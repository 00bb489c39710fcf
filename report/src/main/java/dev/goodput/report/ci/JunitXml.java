package dev.goodput.report.ci;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.SloText;
import dev.goodput.report.words.Verdict;
import dev.goodput.report.words.Verdicts;
import dev.goodput.report.words.WorkloadText;
import java.io.StringWriter;
import java.nio.file.Path;
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
/// rate and one for the client, and one for each fault of our own. A last suite has one case, the
/// run as a whole, which fails where the run is not whole, or its exit code is not 0 and no case of
/// a level says why: one reason counts once.
///
/// A bound of an SLO that was not asked for but came with the workload is skipped where it does not
/// hold, as it does not fail the run. With several levels the same is true of every level but the
/// one that speaks for the run: an SLO is met when some level that was asked in full meets it. Runs
/// of one load are judged together, in a suite of their own. Skipped are as well a bound with no
/// arrival to judge it by, and one that holds, with the error rate, where the log ends before the
/// level did: who had waited longest is not in it. And so are the bounds of a level that left so
/// many before they had an answer that they might turn its verdict.
public final class JunitXml {
  private static final String LOST = ", of those in a log that ends before the run did";

  private static final String LEFT = ", and the run left others before they had an answer";

  /// What became of a case.
  private enum Fate {
    PASSED,
    FAILED,
    SKIPPED
  }

  /// Conclusions that a case of a level comes to.
  private static final Set<Conclusion> OF_A_LEVEL =
      EnumSet.of(
          Conclusion.FAULT,
          Conclusion.TOO_MANY_FAILURES,
          Conclusion.CLIENT_BOUND,
          Conclusion.SLO_MISSED);

  private record Case(String name, Fate fate, String message) {}

  /// Writes suites, each on a line of its own.
  @FunctionalInterface
  interface Suites {
    void write(XMLStreamWriter xml) throws XMLStreamException;
  }

  private JunitXml() {}

  /// Writes the report to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    ReportFile.write(file, xml(in));
  }

  /// The report as text.
  public static String xml(ReportInput in) {
    Experiment made = in.experiment();
    if (made != null) {
      String why = RunText.against(in).map(Verdict::sentence).orElse("");
      Case only = new Case(made.command(), why.isEmpty() ? Fate.PASSED : Fate.FAILED, why);
      String seconds = seconds(in.result().levels());
      return document(
          "goodput " + made.command(),
          xml -> suite(in, made.command(), List.of(only), seconds, xml));
    }
    return document("goodput bench", xml -> levels(in, xml));
  }

  private static void levels(ReportInput in, XMLStreamWriter xml) throws XMLStreamException {
    for (LevelResult level : in.result().levels()) {
      suite(in, LevelName.of(in, level), cases(in, level), seconds(List.of(level)), xml);
    }
    List<Case> together = together(in);
    if (!together.isEmpty()) {
      suite(in, "all runs", together, seconds(in.result().levels()), xml);
    }
    suite(in, "the run", List.of(run(in)), seconds(in.result().levels()), xml);
  }

  /// A document of the suites that are written into it.
  ///
  /// @param name of them all
  static String document(String name, Suites suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", name);
      suites.write(xml);
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write XML to memory", e);
    }
    return text + "\n";
  }

  private static void suite(
      ReportInput in, String what, List<Case> cases, String seconds, XMLStreamWriter xml)
      throws XMLStreamException {
    String name = in.fact("run.workload").orElse("bench") + ", " + what;
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", clean(name));
    xml.writeAttribute("tests", Integer.toString(cases.size()));
    xml.writeAttribute("failures", count(cases, Fate.FAILED));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", count(cases, Fate.SKIPPED));
    xml.writeAttribute("time", seconds);
    if (in.fact("run.started").isPresent()) {
      xml.writeAttribute("timestamp", clean(in.fact("run.started").get()));
    }
    for (Case one : cases) {
      write(one, clean("goodput." + in.fact("run.workload").orElse("bench")), xml);
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

  private static Case run(ReportInput in) {
    Optional<Verdict> against = RunText.against(in);
    if (against.isEmpty()) {
      return new Case("the run", Fate.PASSED, "");
    }
    String why = against.get().title() + ": " + against.get().text();
    boolean counted =
        RunText.beforehand(in).isEmpty()
            && OF_A_LEVEL.contains(in.conclusion())
            && Stream.concat(
                    together(in).stream(),
                    in.result().levels().stream().flatMap(level -> cases(in, level).stream()))
                .anyMatch(one -> one.fate() == Fate.FAILED);
    // One reason is one failure, or a job would count two.
    return counted
        ? new Case("the run", Fate.SKIPPED, "fails by a case above: " + why)
        : new Case("the run", Fate.FAILED, why);
  }

  private static String count(List<Case> cases, Fate fate) {
    return Long.toString(cases.stream().filter(one -> one.fate() == fate).count());
  }

  private static List<Case> cases(ReportInput in, LevelResult level) {
    List<Case> cases = new ArrayList<>();
    boolean counts = in.sloAskedFor() && in.speaks(level) && in.repeats().isEmpty();
    for (BoundResult bound : level.bounds()) {
      cases.add(bound(bound, level.lost(), level.sloMet(), counts));
    }
    for (SloClassResult each : level.classes()) {
      each.bounds().stream()
          .map(bound -> bound(bound, level.lost(), each.met(), false))
          .forEach(bound ->
              cases.add(
                  new Case(each.name() + ": " + bound.name(), bound.fate(), bound.message())));
    }
    cases.add(errors(in, level));
    cases.add(client(level));
    if (WorkloadText.isJudged(in, level)) {
      cases.add(workload(in, level));
    }
    for (String fault : level.faults()) {
      cases.add(new Case("Goodput's own accounting", Fate.FAILED, fault));
    }
    return cases;
  }

  /// The bounds over the arrivals of all runs of one load; none of another run.
  private static List<Case> together(ReportInput in) {
    return in.repeats().stream()
        .flatMap(repeats -> Stream.ofNullable(repeats.slo()))
        .flatMap(slo ->
            slo.bounds().stream().map(bound -> bound(bound, false, slo.met(), in.sloAskedFor())))
        .toList();
  }

  private static Case bound(
      BoundResult result, boolean lost, @Nullable Boolean met, boolean counts) {
    String name = result.bound().expression();
    if (result.applies() == 0) {
      return new Case(name, Fate.SKIPPED, "no arrival to judge it by");
    }
    if (result.holds()) {
      String within = Figures.share(result.share()) + " within";
      return lost || met == null
          ? new Case(name, Fate.SKIPPED, within + (lost ? LOST : LEFT))
          : new Case(name, Fate.PASSED, within);
    }
    if (met == null) {
      return new Case(name, Fate.SKIPPED, SloText.miss(result) + LEFT);
    }
    String miss = SloText.miss(result);
    return counts
        ? new Case(name, Fate.FAILED, miss)
        : new Case(name, Fate.SKIPPED, "does not fail this run: " + miss);
  }

  // The exit code judges the failures of all levels together.
  private static Case errors(ReportInput in, LevelResult level) {
    Double rate = level.judgedErrorRate();
    String name = "failures ≤ " + Figures.share(in.maxErrorRate());
    if (rate == null) {
      return new Case(name, Fate.SKIPPED, "no request to judge it by");
    }
    if (rate <= in.maxErrorRate()) {
      return level.lost()
          ? new Case(name, Fate.SKIPPED, Figures.share(rate) + LOST)
          : new Case(name, Fate.PASSED, Figures.share(rate));
    }
    String failed =
        Figures.share(rate) + " failed" + (level.lost() ? LOST : "") + Verdicts.kinds(level);
    return in.result().errorRate() > in.maxErrorRate()
        ? new Case(name, Fate.FAILED, failed)
        : new Case(name, Fate.SKIPPED, "does not fail this run: " + failed);
  }

  // Like the exit code, it does not fail the run.
  private static Case workload(ReportInput in, LevelResult level) {
    String name = "workload as requested";
    return WorkloadText.verdict(in, level)
        .map(wrong -> new Case(name, Fate.SKIPPED, "does not fail this run: " + wrong.sentence()))
        .orElse(new Case(name, Fate.PASSED, ""));
  }

  private static Case client(LevelResult level) {
    ClientHealth client = level.client();
    String reasons = ClientText.reasons(client);
    String name = ClientText.who(level) + " trusted";
    return switch (client.verdict()) {
      case TRUSTED ->
          ClientText.figures(level).isEmpty()
              ? new Case(name, Fate.SKIPPED, "the log holds nothing of it")
              : new Case(name, Fate.PASSED, "");
      case SUSPECT -> new Case(name, Fate.PASSED, "suspect: " + reasons);
      case CLIENT_BOUND ->
          new Case(name, Fate.FAILED, ClientText.boundTitle(level) + ": " + reasons);
    };
  }

  private static void write(Case one, String suite, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", suite);
    xml.writeAttribute("name", clean(one.name()));
    switch (one.fate()) {
      case PASSED -> output(one, xml);
      case FAILED -> outcome("failure", one, xml);
      case SKIPPED -> outcome("skipped", one, xml);
    }
    xml.writeEndElement();
  }

  private static void output(Case one, XMLStreamWriter xml) throws XMLStreamException {
    if (!one.message().isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(clean(one.message()));
      xml.writeEndElement();
    }
  }

  private static void outcome(String element, Case one, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeEmptyElement(element);
    xml.writeAttribute("message", clean(one.message()));
  }

  // XML 1.0 has no way to write most control characters, escaped or not.
  static String clean(String text) {
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
