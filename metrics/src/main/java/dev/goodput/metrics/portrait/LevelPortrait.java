package dev.goodput.metrics.portrait;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the page draws of one level. Lists that run over time all have the same slices.
///
/// @param level from 0
/// @param beginNanos where the first slice begins, nanoseconds since the run began
/// @param sliceNanos the length of a slice
/// @param slices the series over time, at most 301
/// @param ttft histogram of TTFT of the sample's `ok` requests, as are the next three
/// @param tpot histogram of TPOT
/// @param chunkGap histogram of chunk gaps
/// @param e2el histogram of end-to-end latency
/// @param rows the request timeline, at most 1500 in order of start
/// @param replays the median user's answer and the p99 user's, by TTFT; none where nothing streamed
public record LevelPortrait(
    int level,
    long beginNanos,
    long sliceNanos,
    List<Slice> slices,
    LogHistogram ttft,
    LogHistogram tpot,
    LogHistogram chunkGap,
    LogHistogram e2el,
    List<Row> rows,
    List<Replay> replays) {
  /// Copies the lists.
  public LevelPortrait {
    slices = List.copyOf(slices);
    rows = List.copyOf(rows);
    replays = List.copyOf(replays);
  }

  /// One slice of time. Latencies and goodput belong to the requests that started in it, rates to
  /// what happened in it.
  ///
  /// @param ttftP50Ms nearest-rank of the `ok` requests that started here, absent where none did;
  ///   so are the others; p95 and p99 are the maximum where there are too few for them
  /// @param intended arrivals asked for here
  /// @param due arrivals taken up here
  /// @param ended `ok` requests that ended here
  /// @param failed failures that ended here
  /// @param outputTokens output tokens stamped here, all outcomes
  /// @param inFlight requests in flight, mean
  /// @param judged arrivals of here that attainment counts
  /// @param good those of them that were good, -1 without an SLO
  public record Slice(
      @Nullable Double ttftP50Ms,
      @Nullable Double ttftP95Ms,
      @Nullable Double ttftP99Ms,
      @Nullable Double tpotP50Ms,
      @Nullable Double tpotP95Ms,
      @Nullable Double tpotP99Ms,
      @Nullable Double e2elP50Ms,
      @Nullable Double e2elP95Ms,
      @Nullable Double e2elP99Ms,
      long intended,
      long due,
      long ended,
      long failed,
      double outputTokens,
      double inFlight,
      long judged,
      long good) {}

  /// Counts over a logarithmic axis.
  ///
  /// @param edgesMs the bins' edges, one more than counts; empty where nothing was observed
  /// @param counts values in each bin, the lower edge included
  public record LogHistogram(List<Double> edgesMs, List<Long> counts) {
    /// Copies the lists.
    public LogHistogram {
      edgesMs = List.copyOf(edgesMs);
      counts = List.copyOf(counts);
    }
  }

  /// One request of the timeline; stamps in nanoseconds since the run began, absent where they
  /// never came.
  ///
  /// @param id the request's place in the plan
  /// @param slowest its place among the ten slowest, from 1; 0 for all others
  /// @param startNanos where its user's wait began
  /// @param dispatchedNanos when it left the client's queue
  /// @param sentNanos when it was sent
  /// @param firstTokenNanos its first content
  /// @param lastTokenNanos its last content
  /// @param endedNanos when it ended
  /// @param inputTokens prompt tokens
  /// @param outputTokens output tokens
  /// @param streamedTokens `N` of the per-token metrics: those that the stream carried
  /// @param cameWhole whether it is an answer that came whole though a stream was asked for
  /// @param outcome the outcome's key
  /// @param status the HTTP status of an `http_error`, absent for all others
  /// @param detail what went wrong, empty where nothing did
  /// @param good whether it was good, absent without an SLO
  public record Row(
      long id,
      int slowest,
      long startNanos,
      @Nullable Long dispatchedNanos,
      @Nullable Long sentNanos,
      @Nullable Long firstTokenNanos,
      @Nullable Long lastTokenNanos,
      @Nullable Long endedNanos,
      int inputTokens,
      int outputTokens,
      int streamedTokens,
      boolean cameWhole,
      String outcome,
      @Nullable Integer status,
      String detail,
      @Nullable Boolean good) {
    /// The same as one of the slowest.
    Row atPlace(int place) {
      return new Row(
          id,
          place,
          startNanos,
          dispatchedNanos,
          sentNanos,
          firstTokenNanos,
          lastTokenNanos,
          endedNanos,
          inputTokens,
          outputTokens,
          streamedTokens,
          cameWhole,
          outcome,
          status,
          detail,
          good);
    }
  }

  /// One answer as its reader saw it: without reasoning, unless it holds nothing else.
  ///
  /// @param user whose: `median` or `p99`
  /// @param id the request's place in the plan
  /// @param ttftMs its TTFT
  /// @param e2elMs its end-to-end latency
  /// @param offsetsNanos when each visible chunk came, from the start; in a very long answer
  ///   neighbours are joined and stand at the last one's moment
  /// @param tokens how many tokens came with each, estimated where not known
  public record Replay(
      String user,
      long id,
      double ttftMs,
      double e2elMs,
      List<Long> offsetsNanos,
      List<Integer> tokens) {
    /// Copies the lists.
    public Replay {
      offsetsNanos = List.copyOf(offsetsNanos);
      tokens = List.copyOf(tokens);
    }
  }
}
