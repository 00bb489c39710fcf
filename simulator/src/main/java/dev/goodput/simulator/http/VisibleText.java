package dev.goodput.simulator.http;

import dev.goodput.simulator.text.ResponseText;

/// The part of a plan's text that the client may see.
final class VisibleText {
  private VisibleText() {}

  /// Returns the text of tokens `from` to `to`, cut where a stop text starts.
  static String of(CompletionPlan plan, int from, int to) {
    String text = ResponseText.text(plan.entries(), 0, to);
    int start = ResponseText.text(plan.entries(), 0, from).length();
    int end = Math.min(text.length(), plan.visible());
    return start >= end ? "" : text.substring(start, end);
  }
}
