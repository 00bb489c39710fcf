package dev.goodput.app.watch;

import dev.goodput.app.AppException;
import java.io.PrintWriter;

/// Where a watch is seen: lines that stay, so that a terminal, a pipe and a journal show the same.
///
/// @param out what was asked for: lines of looks, or of JSON
/// @param err the same words beside JSON, and all else
/// @param words how looks are told
/// @param json whether the output is JSON
/// @param quiet leaves out looks that change nothing
record WatchScreen(PrintWriter out, PrintWriter err, LookWords words, boolean json, boolean quiet) {
  /// Says a line for people beside the results; from any thread.
  void remark(String line) {
    err.println("goodput: " + line);
    err.flush();
  }

  /// The columns' names, once.
  void head() {
    if (!quiet) {
      text(words.head());
    }
  }

  /// A look that ended.
  ///
  /// @param kept whether all of its requests kept the SLO
  void look(String name, Look look, boolean kept) {
    if (!quiet) {
      text(words.line(name, look, kept));
    }
    if (json) {
      line(LookJson.of(name, words.origin(), look, kept));
    }
  }

  /// A server went down or came back.
  void turn(String name, Outage outage) {
    text("-- " + words.turn(name, outage));
    if (json) {
      line(LookJson.turn(name, words.origin(), outage));
    }
  }

  /// A line of what was asked for, or beside it.
  void text(String line) {
    PrintWriter to = json ? err : out;
    to.println(line);
    to.flush();
  }

  /// A line of JSON.
  ///
  /// @throws AppException.Machine where nobody takes it any more
  void line(String line) {
    out.println(line);
    out.flush();
    if (out.checkError()) {
      throw new AppException.Machine("the output takes no more lines");
    }
  }
}
