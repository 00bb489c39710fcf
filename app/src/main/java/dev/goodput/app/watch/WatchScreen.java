package dev.goodput.app.watch;

import dev.goodput.app.AppException;
import java.io.PrintWriter;

/// The printed output of a watch: only appended lines, so that a terminal, a pipe and a journal
/// show the same text.
///
/// @param out receives the results: lines about probes, or JSON
/// @param err receives the text lines when the output is JSON, and all remarks
/// @param words formats the probes
/// @param json whether the output is JSON
/// @param quiet hides probes that change nothing
record WatchScreen(PrintWriter out, PrintWriter err, ProbeText words, boolean json, boolean quiet) {
  /// Prints a remark for people. Safe on any thread.
  void remark(String line) {
    err.println("goodput: " + line);
    err.flush();
  }

  /// Prints the header row.
  void head() {
    if (!quiet) {
      text(words.head());
    }
  }

  /// Prints a finished probe.
  ///
  /// @param kept whether all of its requests met the SLO
  void look(String name, Probe look, boolean kept) {
    if (!quiet) {
      text(words.line(name, look, kept));
    }
    if (json) {
      line(ProbeJson.of(name, words.origin(), look, kept));
    }
  }

  /// Prints that a server went down or came back.
  void turn(String name, Outage outage) {
    text("-- " + words.turn(name, outage));
    if (json) {
      line(ProbeJson.turn(name, words.origin(), outage));
    }
  }

  /// Prints a text line: as output, or on standard error if the output is JSON.
  void text(String line) {
    PrintWriter to = json ? err : out;
    to.println(line);
    to.flush();
  }

  /// Prints a line of JSON.
  ///
  /// @throws AppException.Machine an output that is closed
  void line(String line) {
    out.println(line);
    out.flush();
    if (out.checkError()) {
      throw new AppException.Machine("the output takes no more lines");
    }
  }
}
