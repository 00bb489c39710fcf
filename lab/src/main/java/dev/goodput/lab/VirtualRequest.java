package dev.goodput.lab;

import dev.goodput.load.Body;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.text.BlockHashes;
import dev.goodput.simulator.text.PieceTokenizer;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.nio.ByteBuffer;
import java.util.List;

/// What the simulated engine needs to know of a turn, and its form as a body: two lengths, then the
/// hashes of the prompt's blocks.
///
/// The prompt has as many tokens as the workload asked; where it asked none, as many as the
/// simulator's own tokenizer finds in the text.
///
/// @param request the same for the engine
record VirtualRequest(EngineRequest request) {
  private static final int UNBOUNDED_ANSWER = 256;
  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  static Body encode(List<Message> conversation, TurnPlan turn) {
    BlockHashes blocks = new BlockHashes();
    for (Message message : conversation) {
      PieceTokenizer.tokenize(message.content(), blocks);
    }
    int prompt = turn.inputTokens() > 0 ? turn.inputTokens() : Math.max(1, blocks.tokens());
    int answer = turn.outputTokens() > 0 ? turn.outputTokens() : UNBOUNDED_ANSWER;
    long[] hashes = blocks.toArray();
    int known = Math.min(hashes.length, prompt / EngineProfile.BLOCK_TOKENS);
    ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + known * Long.BYTES);
    bytes.putInt(prompt).putInt(answer);
    for (int i = 0; i < known; i++) {
      bytes.putLong(hashes[i]);
    }
    return new Body(bytes.array(), -1);
  }

  static VirtualRequest decode(byte[] body) {
    ByteBuffer bytes = ByteBuffer.wrap(body);
    int prompt = bytes.getInt();
    int answer = bytes.getInt();
    long[] hashes = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(hashes);
    return new VirtualRequest(EngineRequest.of(prompt, answer, hashes));
  }
}
