package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// A second or a minute of all traffic: the exchanges that ended in it, and the tokens that arrived
/// in it.
///
/// The tokens of a response are known once it has ended, so the newest points lack those of open
/// streams; [#perSecond(ArrivedTokens)] estimates the total.
///
/// @param atNanos its start
/// @param seconds its length
/// @param ok successful requests
/// @param failed failed requests
/// @param cancelled requests whose client left
/// @param judged requests in the denominators of SLOs
/// @param good requests that met their SLO
/// @param endedTokens all output tokens of the exchanges that ended in it, whenever they arrived
/// @param residenceSeconds total time in flight of the requests that ended in it
/// @param input prompt tokens of `ok` requests whose first token arrived in it
/// @param output output tokens that arrived in it, all outcomes
/// @param wasted those of `output` that were wasted
/// @param streams streams that were open in it, over all counts
/// @param streamsEnded those that have ended since: the tokens of the others are not known
/// @param late whether the others are no longer waited for, as it is long ago
/// @param inFlight requests in flight when last sampled
/// @param awaiting requests without a first token when last sampled
/// @param ttftP50Ms median TTFT, absent without values, like the percentiles below
/// @param ttftP95Ms 95th percentile of TTFT, the maximum below 20 values
/// @param ttftP99Ms 99th percentile of TTFT, the maximum below 100 values
/// @param tpotP50Ms median TPOT
/// @param tpotP95Ms 95th percentile of TPOT, the maximum below 20 values
public record TrendPoint(
    long atNanos,
    double seconds,
    long ok,
    long failed,
    long cancelled,
    long judged,
    long good,
    long endedTokens,
    double residenceSeconds,
    ArrivedTokens input,
    ArrivedTokens output,
    ArrivedTokens wasted,
    long streams,
    long streamsEnded,
    boolean late,
    int inFlight,
    int awaiting,
    @Nullable Double ttftP50Ms,
    @Nullable Double ttftP95Ms,
    @Nullable Double ttftP99Ms,
    @Nullable Double tpotP50Ms,
    @Nullable Double tpotP95Ms) {
  /// Returns whether at least half of its open streams have ended, so that their tokens are
  /// representative.
  public boolean known() {
    return 2 * streamsEnded >= streams;
  }

  /// Returns whether some of its tokens are still unknown but expected.
  public boolean open() {
    return streamsEnded < streams && !late;
  }

  /// Returns tokens per second. The streams that have ended represent those that have not, as
  /// streams of one moment share a batch, however long the others take. Null if less than half have
  /// ended, or the point has no length.
  ///
  /// @param tokens the known tokens of this point
  public @Nullable Double perSecond(ArrivedTokens tokens) {
    if (!known() || seconds <= 0) {
      return null;
    }
    double all = streamsEnded < streams ? (double) streams / streamsEnded : 1;
    return (tokens.streamed() * all + tokens.whole()) / seconds;
  }
}
