package dev.goodput.monitor.watch;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// The printed output of a watch: only appended lines, so that a terminal, a pipe and a journal
/// show the same text.
///
/// @param out receives the results: lines about probes, or JSON
/// @param err receives the text lines when the output is JSON, and all remarks
/// @param words formats the probes
/// @param json whether the output is JSON
/// @param quiet hides probes that change nothing
public record WatchScreen(
    PrintWriter out, PrintWriter err, ProbeText words, boolean json, boolean quiet) {
  /// Returns the output about these servers.
  ///
  /// @param origin the date of nanosecond 0 of the records' stamps
  /// @param columns the width of the terminal
  public static WatchScreen of(
      List<ProbeTarget> servers,
      Instant origin,
      int columns,
      PrintWriter out,
      PrintWriter err,
      boolean json,
      boolean quiet) {
    int names =
        servers.size() == 1
            ? 0
            : servers.stream().mapToInt(each -> each.name().length()).max().orElse(0);
    ProbeText words = new ProbeText(origin, ZoneId.systemDefault(), names, columns);
    return new WatchScreen(out, err, words, json, quiet);
  }

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
  void probe(String name, Probe probe, boolean kept) {
    if (!quiet) {
      text(words.line(name, probe, kept));
    }
    if (json) {
      line(ProbeJson.of(name, words.origin(), probe, kept));
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
  void line(String line) {
    out.println(line);
    out.flush();
  }
}
