package dev.goodput.wire.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A recorder of what a parser reports.
final class ResponseLog implements ResponseHandler {
  private final StringBuilder reported = new StringBuilder();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  @Override
  public void head(ResponseHead head) {
    reported.append(head.status()).append(' ');
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    body.write(bytes, from, to - from);
  }

  @Override
  public void end() {
    reported.append("end ");
  }

  @Override
  public void malformed(String detail) {
    reported.append("malformed: ").append(detail);
  }

  String body() {
    return body.toString(StandardCharsets.ISO_8859_1);
  }

  /// Returns for example `200 end |body`.
  @Override
  public String toString() {
    return reported.toString().strip() + " |" + body();
  }
}
