package dev.goodput.metrics.stream;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// One request at a time, with all that is derived from its stamps.
public final class RequestView {
  private final ChunkTable chunks = new ChunkTable();
  private final ReaderReplay reader;
  private RequestRecord request;
  private RequestTimes times;

  /// A view of a first request, read at a pace in tokens per second.
  public RequestView(RequestRecord request, double paceTps) {
    this.reader = new ReaderReplay(paceTps);
    this.request = request;
    this.times = RequestTimes.of(request);
    unpack();
  }

  /// Moves on to another request.
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

  /// The record itself.
  public RequestRecord request() {
    return request;
  }

  /// Its latencies.
  public RequestTimes times() {
    return times;
  }

  /// Its chunks; none where it was not streamed.
  public ChunkTable chunks() {
    return chunks;
  }

  /// How it reads.
  public ReaderReplay reader() {
    return reader;
  }

  /// Whether it is a finished answer.
  public boolean ok() {
    return request.outcome() instanceof Outcome.Ok;
  }

  /// Whether it is a finished answer that was asked for as a stream and did not come as one.
  public boolean cameWhole() {
    return ok() && request.streamed() && !times.streamed();
  }

  /// Mean inter-token latency of the request, generation time ÷ (N − k₁); NaN where undefined.
  public double itlNanos() {
    if (times.tokens() < 2 || chunks.count() == 0) {
      return Double.NaN;
    }
    long tokens = gapTokens();
    return tokens <= 0 ? Double.NaN : (double) times.generationNanos() / tokens;
  }

  /// `N − k₁`: the tokens that a gap went before; 0 where there are none.
  public long gapTokens() {
    return chunks.count() == 0 ? 0 : Math.max(0, times.tokens() - chunks.firstTokens());
  }

  /// Output tokens read after `from` and not after `to`: those of an answer whose chunks are known
  /// by their stamps, of another where it ended.
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

  /// Tokens that the stream carried, or the answer that came whole though a stream was asked for.
  public long carriedTokens() {
    return cameWhole() ? request().streamedTokens() : chunks().totalTokens();
  }
}
