package dev.goodput.metrics.testing;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Variants of requests, from a seed: responses that arrived whole or were not streamed, and token
/// counts from every source or from none.
public final class OddRequests {
  private final Random random;
  private final int oddInThousand;
  private final List<String> sloClasses;

  private OddRequests(long seed, int oddInThousand, List<String> sloClasses) {
    random = new Random(seed);
    this.oddInThousand = oddInThousand;
    this.sloClasses = sloClasses;
  }

  /// The same requests, some of them changed.
  ///
  /// @param oddInThousand the share that is changed
  /// @param sloClasses passages are given one of these each; empty for no passages
  public static List<RequestRecord> of(
      List<RequestRecord> requests, long seed, int oddInThousand, List<String> sloClasses) {
    OddRequests odd = new OddRequests(seed, oddInThousand, sloClasses);
    return requests.stream().map(odd::change).toList();
  }

  private RequestRecord change(RequestRecord request) {
    GatewayInfo passage = passage(request.id());
    boolean ok = request.outcome() instanceof Outcome.Ok;
    if (!ok || random.nextInt(1000) >= oddInThousand) {
      return with(request, request.streamed(), request.chunks(), request.tokens(), 0, passage);
    }
    int chunks = request.chunks().count();
    return switch (random.nextInt(9)) {
      case 0 -> with(request, true, ChunkLog.EMPTY, usage(0, 12), 0, passage);
      case 1 -> with(request, false, ChunkLog.EMPTY, usage(0, 12), 0, passage);
      case 2 -> tokens(request, usage(0, 4 * chunks), passage);
      case 3 -> tokens(request, usage(0, chunks + 1), passage);
      case 4 -> tokens(request, TokenCounts.NONE.withTokenizer(19, chunks), passage);
      case 5 -> tokens(request, usage(0, chunks).withTokenizer(19, chunks + 2), passage);
      case 6 -> tokens(request, usage(0, 0), passage);
      case 7 -> tokens(request, usage(5, chunks + 5), passage);
      default ->
          with(request, true, request.chunks(), usage(3, chunks), Math.min(3, chunks), passage);
    };
  }

  /// Attempts at one request share its class.
  private @Nullable GatewayInfo passage(long id) {
    if (sloClasses.isEmpty()) {
      return null;
    }
    String sloClass = sloClasses.get((int) ((7 * id + id / 3) % sloClasses.size()));
    return new GatewayInfo(
        "", "", "", "", "", sloClass, 0, 0, 0, 0, 0, GatewayInfo.Parting.DELIVERED);
  }

  private TokenCounts usage(int reasoning, int output) {
    return TokenCounts.ofUsage(20, output, reasoning, random.nextInt(9) - 1, 2);
  }

  private static RequestRecord tokens(
      RequestRecord request, TokenCounts tokens, @Nullable GatewayInfo passage) {
    return with(request, true, request.chunks(), tokens, 0, passage);
  }

  private static RequestRecord with(
      RequestRecord request,
      boolean streamed,
      ChunkLog chunks,
      TokenCounts tokens,
      int reasoningChunks,
      @Nullable GatewayInfo passage) {
    return new RequestRecord(
        request.id(),
        request.level(),
        request.attempt(),
        request.last(),
        streamed,
        request.start(),
        request.requested(),
        chunks.count() == request.chunks().count() ? request.stamps() : whole(request.stamps()),
        chunks,
        tokens,
        reasoningChunks,
        request.outcome(),
        passage);
  }

  /// Without the stamps of content.
  private static Stamps whole(Stamps stamps) {
    return new Stamps(
        stamps.intendedNanos(),
        stamps.dueNanos(),
        stamps.dispatchedNanos(),
        stamps.connectedNanos(),
        stamps.sentNanos(),
        stamps.headersNanos(),
        stamps.firstByteNanos(),
        Stamps.ABSENT,
        Stamps.ABSENT,
        Stamps.ABSENT,
        stamps.endedNanos());
  }
}
