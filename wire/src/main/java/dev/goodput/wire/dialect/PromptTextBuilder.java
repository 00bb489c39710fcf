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

  /// Adds a piece of a value; [#end] follows the last piece.
  void piece(PromptPart part, byte[] bytes, int from, int to) {
    sink.piece(part, bytes, from, to);
  }

  void end(PromptPart part) {
    sink.piece(part, LINE_FEED, 0, 1);
  }

  /// Adds a whole word of the prompt itself.
  void word(PromptPart part, String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    piece(part, bytes, 0, bytes.length);
    end(part);
    count(bytes.length);
  }

  /// Counts bytes of the prompt itself, without what surrounds them.
  void count(int bytes) {
    textBytes += bytes;
  }

  /// Adds a piece of an image, sound or file, or of its address.
  void mediaPiece(byte[] bytes, int from, int to) {
    mediaLength += to - from;
    checksum.update(bytes, from, to - from);
  }

  void mediaEnd(PromptPart part) {
    media++;
    String mark = mediaLength + ":" + Long.toHexString(checksum.getValue());
    byte[] bytes = mark.getBytes(StandardCharsets.US_ASCII);
    piece(part, bytes, 0, bytes.length);
    end(part);
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
