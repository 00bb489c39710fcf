package dev.goodput.metrics.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The chart data of one level. All rates over time use the same slices; percentiles over time use
/// windows of about 30 requests, at most 60 of them.
///
/// @param level level number, from 0
/// @param beginNanos start of the first slice, in nanoseconds since the run began
/// @param sliceNanos length of a slice
/// @param slices series over time, at most 301 slices
/// @param windowNanos length of a window of percentiles
/// @param windows percentiles over time, the first window starts with the first slice
/// @param ttft histogram of TTFT of the sample's `ok` requests, like the next three
/// @param tpot histogram of TPOT
/// @param chunkGap histogram of chunk gaps
/// @param e2el histogram of end-to-end latency
/// @param rows the request timeline, at most 1500 in order of start
/// @param replays the responses with median and p99 TTFT; empty if nothing streamed
public record LevelChartData(
    int level,
    long beginNanos,
    long sliceNanos,
    List<Slice> slices,
    long windowNanos,
    List<LatencyWindow> windows,
    LogHistogram ttft,
    LogHistogram tpot,
    LogHistogram chunkGap,
    LogHistogram e2el,
    List<Row> rows,
    List<Replay> replays) {
  /// Copies the lists.
  public LevelChartData {
    slices = List.copyOf(slices);
    windows = List.copyOf(windows);
    rows = List.copyOf(rows);
    replays = List.copyOf(replays);
  }

  /// One slice of time. Goodput belongs to the requests that started in it, rates to what happened
  /// in it.
  ///
  /// @param intended scheduled arrivals in the slice
  /// @param due arrivals that the client started in the slice
  /// @param ended `ok` requests that ended in the slice
  /// @param failed failures that ended in the slice
  /// @param outputTokens output tokens that arrived in the slice, all outcomes
  /// @param inFlight mean number of requests in flight
  /// @param judged arrivals in the slice that attainment counts
  /// @param good those of them that were good, -1 without an SLO
  public record Slice(
      long intended,
      long due,
      long ended,
      long failed,
      double outputTokens,
      double inFlight,
      long judged,
      long good) {}

  /// The latencies of the `ok` requests that started in a window.
  ///
  /// @param ttft time to first token
  /// @param tpot time per output token
  /// @param e2el end-to-end latency
  public record LatencyWindow(Percentiles ttft, Percentiles tpot, Percentiles e2el) {}

  /// Nearest-rank percentiles, each absent with fewer than 1/(1 − p) values.
  ///
  /// @param p50Ms the median, absent only without values
  /// @param p95Ms absent below 20 values
  /// @param p99Ms absent below 100 values
  public record Percentiles(
      @Nullable Double p50Ms, @Nullable Double p95Ms, @Nullable Double p99Ms) {}

  /// Counts over a logarithmic axis.
  ///
  /// @param edgesMs the bins' edges, one more than counts; empty without values
  /// @param counts values in each bin, including its lower edge
  public record LogHistogram(List<Double> edgesMs, List<Long> counts) {
    /// Copies the lists.
    public LogHistogram {
      edgesMs = List.copyOf(edgesMs);
      counts = List.copyOf(counts);
    }
  }

  /// One request of the timeline; timestamps in nanoseconds since the run began, absent if the
  /// event never happened.
  ///
  /// @param id the request's position in the plan
  /// @param slowest its rank among the ten slowest, from 1; 0 for all others
  /// @param startNanos when its latency starts to count
  /// @param dispatchedNanos when it left the client's queue
  /// @param sentNanos when it was sent
  /// @param firstTokenNanos its first content
  /// @param lastTokenNanos its last content
  /// @param endedNanos when it ended
  /// @param inputTokens prompt tokens
  /// @param outputTokens output tokens
  /// @param streamedTokens `N` of the per-token metrics: tokens that the stream carried
  /// @param unstreamed whether a stream was requested but the response arrived whole
  /// @param outcome the outcome's key
  /// @param status the HTTP status of an `http_error`, absent for all others
  /// @param detail the error message, empty without an error
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
      boolean unstreamed,
      String outcome,
      @Nullable Integer status,
      String detail,
      @Nullable Boolean good) {
    /// Returns the same row with a rank among the slowest.
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
          unstreamed,
          outcome,
          status,
          detail,
          good);
    }
  }

  /// One response as its reader saw it: without reasoning, unless it has nothing else.
  ///
  /// @param user whose response it is: `median` or `p99`
  /// @param id the request's position in the plan
  /// @param ttftMs its TTFT
  /// @param e2elMs its end-to-end latency
  /// @param offsetsNanos arrival of each visible chunk since the start; in a very long response,
  ///   neighbours are merged at the last one's arrival
  /// @param tokens tokens of each, estimated if unknown
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
