package dev.goodput.simulator.testing;

import java.util.ArrayList;
import java.util.List;

/// The data received on a connection.
///
/// @param text everything, including head and framing
/// @param reset whether the connection was reset
public record Reply(String text, boolean reset) {
  /// Returns the status.
  public int status() {
    return Integer.parseInt(text.substring(9, 12));
  }

  /// Returns the status line and headers.
  public String head() {
    return text.substring(0, text.indexOf("\r\n\r\n"));
  }

  /// Returns the body received so far, with its chunks joined.
  public String body() {
    String rest = text.substring(text.indexOf("\r\n\r\n") + 4);
    if (!head().contains("transfer-encoding: chunked")) {
      return rest;
    }
    StringBuilder body = new StringBuilder();
    int at = 0;
    while (at < rest.length()) {
      int line = rest.indexOf("\r\n", at);
      int size = Integer.parseInt(rest.substring(at, line), 16);
      if (size == 0) {
        break;
      }
      body.append(rest, line + 2, line + 2 + size);
      at = line + 2 + size + 2;
    }
    return body.toString();
  }

  /// Returns whether the body ended regularly.
  public boolean complete() {
    return text.endsWith("\r\n0\r\n\r\n") || !head().contains("chunked");
  }

  /// Returns the payloads of the data events.
  public List<String> events() {
    List<String> events = new ArrayList<>();
    for (String line : body().split("\r?\n", -1)) {
      if (line.startsWith("data: ")) {
        events.add(line.substring(6));
      }
    }
    return events;
  }

  /// Returns the text of all content deltas, joined.
  public String content() {
    StringBuilder content = new StringBuilder();
    for (String event : events()) {
      content.append(field(event, "\"content\":\""));
      content.append(field(event, "\"text\":\""));
    }
    return content.toString();
  }

  /// Returns a string field's value, without unescaping; empty if there is none.
  public static String field(String json, String start) {
    int at = json.indexOf(start);
    return at < 0
        ? ""
        : json.substring(at + start.length(), json.indexOf('"', at + start.length()));
  }

  /// Returns a number field's value.
  ///
  /// @throws AssertionError if there is none
  public static int number(String json, String name) {
    String start = "\"" + name + "\":";
    int at = json.lastIndexOf(start);
    if (at < 0) {
      throw new AssertionError("no " + name + " in " + json);
    }
    int from = at + start.length();
    int end = from;
    while (end < json.length()
        && (Character.isDigit(json.charAt(end)) || json.charAt(end) == '-')) {
      end++;
    }
    return Integer.parseInt(json.substring(from, end));
  }
}
