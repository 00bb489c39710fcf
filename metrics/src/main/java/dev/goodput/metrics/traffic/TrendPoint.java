package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// A second or a minute of all traffic: what ended in it, and the tokens that came in it.
///
/// Tokens are known of an answer once it has ended, so that the newest points lack those of answers
/// under way; [#perSecond(CameTokens)] says what that comes to.
///
/// @param atNanos when it begins
/// @param seconds how long it is
/// @param ok finished answers
/// @param failed failures
/// @param cancelled those whose client left
/// @param judged requests in the denominators of SLOs
/// @param good requests that kept their SLO
/// @param endedTokens all output tokens of the exchanges that ended in it, whenever they came
/// @param residenceSeconds how long the requests that ended in it were in flight, all together
/// @param input prompt tokens of `ok` requests whose first token came in it
/// @param output output tokens that came in it, all outcomes
/// @param wasted those of them in the ledger of waste
/// @param streams streams that were seen under way in it, over all looks
/// @param streamsEnded those of them that have ended since: the tokens of the others are not known
/// @param late whether the others are not waited for any more, as it is long ago
/// @param inFlight requests in flight when it was last looked; so are the next
/// @param awaiting those without a first token
/// @param ttftP50Ms median TTFT, absent without any; so are the next
/// @param ttftP95Ms 95th percentile, the maximum below 20 values
/// @param ttftP99Ms 99th percentile, the maximum below 100 values
/// @param tpotP50Ms median TPOT
/// @param tpotP95Ms 95th percentile, the maximum below 20 values
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
    CameTokens input,
    CameTokens output,
    CameTokens wasted,
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
  /// Whether at least half of the streams that were under way in it have ended, so that what is
  /// known of it stands for the rest.
  public boolean known() {
    return 2 * streamsEnded >= streams;
  }

  /// Whether some of its tokens are still to come, and are waited for.
  public boolean open() {
    return streamsEnded < streams && !late;
  }

  /// Tokens per second. Where streams have not ended those that have stand for them, as streams of
  /// one moment share a batch, however long the others take; absent where less than half have, and
  /// of no time.
  ///
  /// @param tokens known of it
  public @Nullable Double perSecond(CameTokens tokens) {
    if (!known() || seconds <= 0) {
      return null;
    }
    double all = streamsEnded < streams ? (double) streams / streamsEnded : 1;
    return (tokens.streamed() * all + tokens.whole()) / seconds;
  }
}
