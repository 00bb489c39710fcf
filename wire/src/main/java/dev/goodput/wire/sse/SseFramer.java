package dev.goodput.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A framer for Server-Sent Events, by the event-stream rules of the WHATWG HTML standard, plus a
/// field called `error` that some servers send.
///
/// An event that lies within one read is passed on without a copy. A line ends with CR, LF or CRLF;
/// it is processed at the CR of a CRLF, so a read that ends between the two causes no delay.
final class SseFramer implements Framer {
  private static final int LONGEST_TYPE = 256;
  private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final FrameHandler handler;

  /// The start of a line that continues in the next read.
  private final SpillBuffer line = new SpillBuffer();

  /// Copied data of the current event: from an earlier read, or of several `data` lines.
  private final SpillBuffer data = new SpillBuffer();

  private boolean hasData;

  /// Whether `line` contains anything. A separate field, so that an event within one read does not
  /// access the buffer.
  private boolean lineKept;

  private boolean dataKept;

  /// The read that contains the data of the current event, if `inPlaceTo >= 0`.
  private byte[] inPlace = BOM;

  private int inPlaceFrom;
  private int inPlaceTo = -1;
  private EventKind kind = EventKind.DATA;

  /// The type of the current event if `hasType`; otherwise an earlier one, kept because the next is
  /// usually the same.
  private byte[] type = {};

  private String typeText = "";
  private boolean hasType;
  private int bomMatched;
  private boolean afterCr;
  private boolean failed;

  SseFramer(FrameHandler handler) {
    this.handler = handler;
  }

  @Override
  public void feed(byte[] bytes, int from, int to) {
    int start = bomMatched < BOM.length ? skipBom(bytes, from, to) : from;
    if (afterCr && start < to) {
      afterCr = false;
      start += bytes[start] == '\n' ? 1 : 0;
    }
    while (!failed && start < to) {
      int end = LineEnds.find(bytes, start, to);
      if (end == to) {
        copyInPlace();
        keepLine(bytes, start, to);
        return;
      }
      if (lineKept) {
        joinLine(bytes, start, end);
      } else {
        line(bytes, start, end);
      }
      start = nextLine(bytes, end, to);
    }
    copyInPlace();
  }

  private int skipBom(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bomMatched < BOM.length && bytes[at] == BOM[bomMatched]) {
      at++;
      bomMatched++;
    }
    if (at < to && bomMatched < BOM.length) {
      line.append(BOM, 0, bomMatched);
      lineKept = true;
      bomMatched = BOM.length;
    }
    return at;
  }

  private int nextLine(byte[] bytes, int end, int to) {
    if (bytes[end] == '\n') {
      return end + 1;
    }
    if (end + 1 == to) {
      afterCr = true;
      return to;
    }
    return end + (bytes[end + 1] == '\n' ? 2 : 1);
  }

  private void joinLine(byte[] bytes, int from, int to) {
    keepLine(bytes, from, to);
    if (!failed) {
      line(line.bytes(), 0, line.length());
      copyInPlace();
      line.clear();
      lineKept = false;
    }
  }

  private void keepLine(byte[] bytes, int from, int to) {
    line.append(bytes, from, to);
    lineKept = true;
    if (line.length() + data.length() > EVENT_LIMIT) {
      tooLong();
    }
  }

  private void tooLong() {
    failed = true;
    line.clear();
    data.clear();
    inPlaceTo = -1;
    handler.tooLong(EVENT_LIMIT);
  }

  private void line(byte[] bytes, int from, int to) {
    if (from == to) {
      dispatch(true);
      return;
    }
    int colon = from;
    while (colon < to && bytes[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, to);
    if (value < to && bytes[value] == ' ') {
      value++;
    }
    if (is(bytes, from, colon, "data")) {
      data(bytes, value, to);
    } else if (is(bytes, from, colon, "event")) {
      type(bytes, value, to);
    } else if (is(bytes, from, colon, "error")) {
      handler.event(bytes, value, to, EventKind.ERROR_FIELD, true);
    }
  }

  private void type(byte[] bytes, int from, int to) {
    kind = is(bytes, from, to, "error") ? EventKind.ERROR : EventKind.DATA;
    hasType = kind == EventKind.DATA && to > from && to - from <= LONGEST_TYPE;
    if (hasType && !Arrays.equals(bytes, from, to, type, 0, type.length)) {
      type = Arrays.copyOfRange(bytes, from, to);
      typeText = new String(type, StandardCharsets.UTF_8);
    }
  }

  private static boolean is(byte[] bytes, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[from + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void data(byte[] bytes, int from, int to) {
    if (!hasData) {
      hasData = true;
      inPlace = bytes;
      inPlaceFrom = from;
      inPlaceTo = to;
      return;
    }
    copyInPlace();
    dataKept = true;
    data.append((byte) '\n');
    data.append(bytes, from, to);
    if (data.length() > EVENT_LIMIT) {
      tooLong();
    }
  }

  /// Copies data from the caller's buffer, which is invalid after the call.
  private void copyInPlace() {
    if (inPlaceTo >= 0) {
      data.append(inPlace, inPlaceFrom, inPlaceTo);
      dataKept = true;
      inPlaceTo = -1;
    }
    inPlace = BOM;
  }

  private void dispatch(boolean complete) {
    if (hasData) {
      if (hasType) {
        handler.type(typeText);
      }
      if (inPlaceTo >= 0) {
        handler.event(inPlace, inPlaceFrom, inPlaceTo, kind, complete);
      } else {
        handler.event(data.bytes(), 0, data.length(), kind, complete);
      }
    }
    hasData = false;
    inPlaceTo = -1;
    if (dataKept) {
      data.clear();
      dataKept = false;
    }
    kind = EventKind.DATA;
    hasType = false;
  }

  @Override
  public boolean expectsEvent() {
    boolean begun = hasData || lineKept || afterCr || hasType || kind != EventKind.DATA;
    return !failed && !begun && bomMatched == BOM.length;
  }

  @Override
  public void finish() {
    if (failed) {
      return;
    }
    if (bomMatched > 0 && bomMatched < BOM.length) {
      line.append(BOM, 0, bomMatched);
    }
    if (!line.isEmpty()) {
      line(line.bytes(), 0, line.length());
      copyInPlace();
      line.clear();
      lineKept = false;
    }
    dispatch(false);
  }
}
