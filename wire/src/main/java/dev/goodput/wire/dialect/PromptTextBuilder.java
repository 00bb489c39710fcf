package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// A builder of the canonical text of a prompt.
final class PromptTextBuilder {
  private static final byte[] LINE_FEED = {'\n'};

  private final PromptSink sink;
  private final CRC32C checksum = new CRC32C();
  private long mediaLength;
  private long textBytes;
  private int media;

  PromptTextBuilder(PromptSink sink) {
    this.sink = sink;
  }

  /// Appends bytes of a value; [#endValue] follows the last of them.
  void append(PromptPart part, byte[] bytes, int from, int to) {
    sink.append(part, bytes, from, to);
  }

  void endValue(PromptPart part) {
    sink.append(part, LINE_FEED, 0, 1);
  }

  /// Appends a whole value of the prompt itself.
  void appendValue(PromptPart part, String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    append(part, bytes, 0, bytes.length);
    endValue(part);
    count(bytes.length);
  }

  /// Counts bytes of the prompt itself, as opposed to roles and separators.
  void count(int bytes) {
    textBytes += bytes;
  }

  /// Adds bytes of an image, sound or file, or of its address. [#endMedia] follows the last of
  /// them, and appends their number and checksum.
  void addMedia(byte[] bytes, int from, int to) {
    mediaLength += to - from;
    checksum.update(bytes, from, to - from);
  }

  void endMedia(PromptPart part) {
    media++;
    String mark = mediaLength + ":" + Long.toHexString(checksum.getValue());
    byte[] bytes = mark.getBytes(StandardCharsets.US_ASCII);
    append(part, bytes, 0, bytes.length);
    endValue(part);
    mediaLength = 0;
    checksum.reset();
  }

  long textBytes() {
    return textBytes;
  }

  int media() {
    return media;
  }
}
