package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// Makes the canonical text of a prompt.
final class PromptText {
  private static final byte[] LINE_FEED = {'\n'};

  private final PromptSink sink;
  private final CRC32C checksum = new CRC32C();
  private long mediaLength;
  private long textBytes;
  private int media;

  PromptText(PromptSink sink) {
    this.sink = sink;
  }

  /// A piece of a value; [#end] follows the last.
  void piece(PromptPart part, byte[] bytes, int from, int to) {
    sink.piece(part, bytes, from, to);
  }

  void end(PromptPart part) {
    sink.piece(part, LINE_FEED, 0, 1);
  }

  /// A whole word that is the prompt's own.
  void word(PromptPart part, String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    piece(part, bytes, 0, bytes.length);
    end(part);
    count(bytes.length);
  }

  /// Counts bytes that are the prompt's own, and not what is put around them.
  void count(int bytes) {
    textBytes += bytes;
  }

  /// A piece of an image, sound or file, or of its address.
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
