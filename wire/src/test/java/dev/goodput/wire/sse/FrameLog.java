package dev.goodput.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A recorder of a framer's events: the data, with a prefix for special ones.
final class FrameLog implements FrameHandler {
  final List<String> events = new ArrayList<>();

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    String prefix = kind == EventKind.DATA ? "" : kind + " ";
    String suffix = complete ? "" : " (cut)";
    events.add(prefix + new String(bytes, from, to - from, StandardCharsets.ISO_8859_1) + suffix);
  }

  @Override
  public void tooLong(int limit) {
    events.add("too long");
  }
}
