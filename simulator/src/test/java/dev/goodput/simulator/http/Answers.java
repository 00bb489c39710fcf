package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.FaultSet;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Responses for tests that check only their times.
final class Answers {
  private static final class Nowhere implements ServerResponse {
    @Override
    public void send(int status, List<Header> headers, byte[] body) {}

    @Override
    public void head(int status, List<Header> headers) {}

    @Override
    public void body(byte[] bytes) {}

    @Override
    public void body(byte[] bytes, int offset, int length) {}

    @Override
    public void raw(byte[] bytes) {}

    @Override
    public void end() {}

    @Override
    public void abort() {}

    @Override
    public void cut() {}

    @Override
    public void onClosed(Runnable action) {}

    @Override
    public boolean over() {
      return false;
    }

    @Override
    public long pendingBytes() {
      return 0;
    }

    @Override
    public Loop loop() {
      throw new UnsupportedOperationException("no loop");
    }
  }

  private Answers() {}

  static Completion any() {
    CompletionRequest ask =
        CompletionRequestParser.read(
            "{\"prompt\":\"x\",\"max_tokens\":1}".getBytes(StandardCharsets.UTF_8), false);
    SimulatorOptions options = SimulatorOptions.of(EngineProfile.named("h100", "llama-3.1-8b"));
    CompletionFormat format =
        new CompletionFormat(false, "id", 0, "m", ReasoningField.REASONING_CONTENT);
    return new Completion(
        ask, CompletionPlan.make(ask, options, 1), FaultSet.NONE, new Nowhere(), format, 0);
  }
}
