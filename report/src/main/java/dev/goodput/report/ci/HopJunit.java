package dev.goodput.report.ci;

import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.ReportFile;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.hop.HopSentences;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// What was found of a proxy as a JUnit test report: a case for each duty and one for the whole.
public final class HopJunit {
  private HopJunit() {}

  /// Writes it to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(HopInput in, Path file) {
    ReportFile.write(file, JunitXml.document("goodput hop", xml -> suite(in, xml)));
  }

  private static void suite(HopInput in, XMLStreamWriter xml) throws XMLStreamException {
    boolean fails = in.result().conclusion() != Conclusion.GOOD || in.interrupted();
    int broken = in.result().of(CheckResult.BROKEN).size();
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "goodput hop");
    xml.writeAttribute("tests", Integer.toString(in.result().findings().size() + 1));
    xml.writeAttribute("failures", Integer.toString(broken + (fails ? 1 : 0)));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", Integer.toString(in.result().of(CheckResult.UNTOLD).size()));
    xml.writeAttribute("time", "0.000");
    for (Finding each : in.result().findings()) {
      write(each.duty().title(), outcome(each.grade()), each.said() + " " + each.remedy(), xml);
    }
    write("the verdict", fails ? "failure" : "", new HopSentences(in).verdict().sentence(), xml);
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static String outcome(CheckResult grade) {
    return switch (grade) {
      case KEPT, NOTED -> "";
      case BROKEN -> "failure";
      case UNTOLD -> "skipped";
    };
  }

  private static void write(String name, String outcome, String message, XMLStreamWriter xml)
      throws XMLStreamException {
    ComparisonJunit.write(name, outcome, message, "hop", xml);
  }
}
