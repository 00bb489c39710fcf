package dev.goodput.benchmark;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerSink;

/// Counts content events; anything else in the benchmark's stream is a fault of the parser.
final class CountingSink implements AnswerSink {
  private int contents;

  int contents() {
    return contents;
  }

  @Override
  public void content(Channel channel, boolean reasoning, int tokens) {
    contents++;
  }

  @Override
  public void text(Channel channel, String text) {
    throw unexpected("text");
  }

  @Override
  public void usage(TokenCounts counts) {
    throw unexpected("usage");
  }

  @Override
  public void finish(String reason) {
    throw unexpected("finish " + reason);
  }

  @Override
  public void end() {
    throw unexpected("end");
  }

  @Override
  public void error(String detail) {
    throw unexpected(detail);
  }

  @Override
  public void malformed(String detail) {
    throw unexpected(detail);
  }

  private static IllegalStateException unexpected(String what) {
    return new IllegalStateException("not in the stream: " + what);
  }
}
