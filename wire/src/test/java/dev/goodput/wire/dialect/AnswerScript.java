package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A recorder of what a parser finds.
final class AnswerScript implements AnswerSink {
  final List<String> reported = new ArrayList<>();
  final StringBuilder answer = new StringBuilder();
  final StringBuilder other = new StringBuilder();
  @Nullable TokenCounts usage;

  @Override
  public void content(Channel channel, boolean reasoning, int tokens) {
    String mark = reasoning && channel != Channel.REASONING ? "+reasoning" : "";
    reported.add(channel + mark + (tokens < 0 ? "" : " " + tokens));
  }

  @Override
  public void text(Channel channel, String text) {
    (channel == Channel.ANSWER ? answer : other).append(text);
  }

  @Override
  public void usage(TokenCounts counts) {
    usage = counts;
  }

  @Override
  public void finish(String reason) {
    reported.add("finish " + reason);
  }

  @Override
  public void end() {
    reported.add("end");
  }

  @Override
  public void error(String detail) {
    reported.add("error " + detail);
  }

  @Override
  public void malformed(String detail) {
    reported.add("malformed " + detail);
  }
}
