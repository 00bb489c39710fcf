package dev.goodput.report.ci;

import dev.goodput.report.ReportFile;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The files for continuous integration of a bench that ended before there was a result: a job that
/// reads them finds why, and not what an earlier run left.
///
/// @param title what there is not, in two or three words
/// @param reason what ended it, in one clear line
/// @param exitCode what the process ends with
public record NoResult(String title, String reason, int exitCode) {

  /// Writes a JUnit report of one case, which is an error.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void writeJunit(Path file) {
    ReportFile.write(file, xml());
  }

  /// Writes a summary in Markdown.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void writeSummary(Path file) {
    ReportFile.write(file, markdown());
  }

  String markdown() {
    return "## goodput: "
        + title
        + "\n\n❌ "
        + MarkdownSummary.escape(reason)
        + " (exit code "
        + exitCode
        + ")\n";
  }

  String xml() {
    return JunitXml.document("goodput", this::suite);
  }

  private void suite(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "the run");
    xml.writeAttribute("tests", "1");
    xml.writeAttribute("failures", "0");
    xml.writeAttribute("errors", "1");
    xml.writeAttribute("skipped", "0");
    xml.writeAttribute("time", "0.000");
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "goodput");
    xml.writeAttribute("name", "a result");
    xml.writeEmptyElement("error");
    xml.writeAttribute("type", "exit code " + exitCode);
    xml.writeAttribute("message", JunitXml.clean(reason));
    xml.writeEndElement();
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }
}
