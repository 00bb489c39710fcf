package dev.goodput.wire.sse;

/// A framer for newline-delimited JSON.
final class LineFramer implements Framer {
  private final FrameHandler handler;
  private final SpillBuffer spill = new SpillBuffer();
  private boolean failed;

  LineFramer(FrameHandler handler) {
    this.handler = handler;
  }

  @Override
  public void feed(byte[] bytes, int from, int to) {
    int start = from;
    while (!failed && start < to) {
      int end = LineEnds.find(bytes, start, to);
      if (end == to) {
        keep(bytes, start, to);
        return;
      }
      if (spill.isEmpty()) {
        emit(bytes, start, end, true);
      } else {
        keep(bytes, start, end);
        flush(true);
      }
      start = end + 1;
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    spill.append(bytes, from, to);
    if (spill.length() > EVENT_LIMIT) {
      failed = true;
      spill.clear();
      handler.tooLong(EVENT_LIMIT);
    }
  }

  private void flush(boolean complete) {
    emit(spill.bytes(), 0, spill.length(), complete);
    spill.clear();
  }

  private void emit(byte[] bytes, int from, int to, boolean complete) {
    if (to > from) {
      handler.event(bytes, from, to, EventKind.DATA, complete);
    }
  }

  /// Returns false: lines have no fields.
  @Override
  public boolean expectsEvent() {
    return false;
  }

  @Override
  public void finish() {
    flush(false);
  }
}
