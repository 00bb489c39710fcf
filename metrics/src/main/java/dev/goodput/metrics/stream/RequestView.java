package dev.goodput.metrics.stream;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// One request at a time, with everything derived from its timestamps.
public final class RequestView {
  private static final double LARGEST_CHUNK_DIFFERENCE = 0.01;

  private final ChunkTable chunks = new ChunkTable();
  private final ReaderReplay reader;
  private RequestRecord request;
  private RequestTimes times;

  /// Creates a view of a first request, with a reading speed in tokens per second.
  public RequestView(RequestRecord request, double paceTps) {
    this.reader = new ReaderReplay(paceTps);
    this.request = request;
    this.times = RequestTimes.of(request);
    unpack();
  }

  /// Replaces the current request.
  public void load(RequestRecord next) {
    request = next;
    times = RequestTimes.of(next);
    unpack();
  }

  private void unpack() {
    if (times.streamed()) {
      chunks.load(request);
    } else {
      chunks.clear();
    }
    reader.read(chunks);
  }

  /// Returns the record.
  public RequestRecord request() {
    return request;
  }

  /// Returns its latencies.
  public RequestTimes times() {
    return times;
  }

  /// Returns its chunks; none if it was not streamed.
  public ChunkTable chunks() {
    return chunks;
  }

  /// Returns a replay of how a reader experiences it.
  public ReaderReplay reader() {
    return reader;
  }

  /// Returns whether it finished successfully.
  public boolean ok() {
    return request.outcome() instanceof Outcome.Ok;
  }

  /// Returns whether a stream was requested but the response arrived whole.
  public boolean unstreamed() {
    return ok() && request.streamed() && !times.streamed();
  }

  /// Returns the mean inter-token latency, generation time ÷ (N − k₁); NaN if undefined.
  public double itlNanos() {
    if (times.tokens() < 2 || chunks.count() == 0) {
      return Double.NaN;
    }
    long tokens = gapTokens();
    return tokens <= 0 ? Double.NaN : (double) times.generationNanos() / tokens;
  }

  /// Returns the source of `k`, the tokens per chunk; null if the request has none, with fewer than
  /// two tokens or without content.
  ///
  /// If chunks carry no counts, each stands for one token where chunks and tokens differ by at most
  /// 1 %, or by one token: an engine counts its end token, which has no text.
  public @Nullable ItlSource itlSource() {
    if (times.tokens() < 2 || chunks.count() == 0) {
      return null;
    }
    if (!chunks.counted()) {
      long difference = Math.abs((long) chunks.count() - times.tokens());
      return difference <= Math.max(1, LARGEST_CHUNK_DIFFERENCE * times.tokens())
          ? ItlSource.CHUNKS
          : ItlSource.NONE;
    }
    TokenCounts counts = request.tokens();
    boolean ofUsage = counts.usageOutput() >= 0 && agrees(chunks.totalTokens());
    return counts.tokenizerOutput() < 0 || ofUsage ? ItlSource.USAGE : ItlSource.TOKENIZER;
  }

  private boolean agrees(long chunkTokens) {
    return chunkTokens == request.tokens().usageOutput() || chunkTokens == times.tokens();
  }

  /// Passes each gap between chunks to a receiver, divided by the `k` tokens of its chunk and
  /// counted `k` times; none without a source of `k`.
  public void eachItl(ItlReceiver receiver) {
    if (itlSource() == ItlSource.NONE || Double.isNaN(itlNanos())) {
      return;
    }
    for (int i = 1; i < chunks.count(); i++) {
      int tokens = chunks.counted() ? chunks.tokens(i) : 1;
      if (tokens > 0) {
        receiver.add((double) (chunks.nanos(i) - chunks.nanos(i - 1)) / tokens, tokens);
      }
    }
  }

  /// A receiver of inter-token latencies.
  public interface ItlReceiver {
    /// Takes a latency that occurs `times` times.
    void add(double nanos, int times);
  }

  /// Returns `N − k₁`, the number of tokens that follow a gap; 0 if there are none.
  public long gapTokens() {
    return chunks.count() == 0 ? 0 : Math.max(0, times.tokens() - chunks.firstTokens());
  }

  /// Returns the output tokens read after `from` and not after `to`: by chunk timestamps if the
  /// chunks are known, else at the response's end.
  public double outputTokensWithin(long from, long to) {
    int tokens = request.outputTokens();
    if (tokens == 0) {
      return 0;
    }
    if (chunks.count() == 0) {
      long at = times.e2elNanos();
      long stamp = Stamps.present(at) ? times.startNanos() + at : request.stamps().endedNanos();
      return Stamps.present(stamp) && stamp > from && stamp <= to ? tokens : 0;
    }
    if (chunks.nanos(0) > from && chunks.nanos(chunks.count() - 1) <= to) {
      return tokens;
    }
    return tokens * chunks.shareWithin(from, to);
  }

  /// Returns the tokens that the stream carried, or the response that arrived whole instead.
  public long carriedTokens() {
    return unstreamed() ? request().streamedTokens() : chunks().totalTokens();
  }
}
