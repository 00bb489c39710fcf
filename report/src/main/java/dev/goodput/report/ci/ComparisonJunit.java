package dev.goodput.report.ci;

import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.ReportFile;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.words.Verdict;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// A comparison as a JUnit test report: one suite, a case per metric and one for the verdict, which
/// alone fails, as it decides the exit code: one reason counts once. A metric that is surely slower
/// or cannot be told is skipped, with its figures.
public final class ComparisonJunit {
  private ComparisonJunit() {}

  /// Writes it to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ComparisonInput in, Path file) {
    ReportFile.write(file, xml(in));
  }

  /// As text.
  public static String xml(ComparisonInput in) {
    return JunitXml.document("goodput " + in.command(), xml -> suite(in, xml));
  }

  private static void suite(ComparisonInput in, XMLStreamWriter xml) throws XMLStreamException {
    boolean fails = in.conclusion() != Conclusion.GOOD || in.interrupted();
    boolean gate = in.question() == ComparisonInput.Question.GATE;
    long open =
        in.gate().first().metrics().stream()
            .filter(each -> gate && each.verdict() != GateVerdict.OK)
            .count();
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", JunitXml.clean("goodput " + in.command()));
    xml.writeAttribute("tests", Integer.toString(in.gate().first().metrics().size() + 1));
    xml.writeAttribute("failures", fails ? "1" : "0");
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", Long.toString(open));
    xml.writeAttribute("time", "0.000");
    for (GateStage.Judged each : in.gate().first().metrics()) {
      String figures = ComparisonSentences.interval(each.difference());
      boolean skipped = gate && each.verdict() != GateVerdict.OK;
      String told = skipped ? each.verdict().word() + ": " + figures : figures;
      write(
          ComparisonSentences.name(each.difference().metric()),
          skipped ? "skipped" : "",
          told,
          in.command(),
          xml);
    }
    Verdict first = new ComparisonSentences(in).verdicts().getFirst();
    write(
        "the verdict",
        fails ? "failure" : "",
        first.sentence() + " " + first.more(),
        in.command(),
        xml);
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  /// @param outcome the element that tells it; empty where the case is passed
  /// @param command which says it
  static void write(
      String name, String outcome, String message, String command, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "goodput." + command);
    xml.writeAttribute("name", JunitXml.clean(name));
    if (outcome.isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(JunitXml.clean(message));
      xml.writeEndElement();
    } else {
      xml.writeEmptyElement(outcome);
      xml.writeAttribute("message", JunitXml.clean(message));
    }
    xml.writeEndElement();
  }
}
