package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.List;

/// All traffic by second and by minute.
///
/// Tokens count where they arrived, by the timestamps of their chunks, as in a run; a prompt counts
/// where its first token arrived. This is known only when a response has ended, possibly much
/// later, so old seconds still grow. How much a second lacks is estimated from the number of
/// streams that were open in it and how many of them have ended since.
final class Trends {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int SECONDS = 15 * 60;
  private static final int MINUTES = 24 * 60;

  private final TrendLine seconds;
  private final TrendLine minutes;

  Trends(long beganNanos) {
    seconds = new TrendLine(beganNanos, SECOND_NANOS, SECONDS);
    minutes = new TrendLine(beganNanos, 60 * SECOND_NANOS, MINUTES);
  }

  void add(RecordEvaluation evaluation) {
    seconds.add(evaluation);
    minutes.add(evaluation);
    putInput(evaluation);
    putOutput(evaluation);
    putStream(evaluation.request().stamps());
  }

  private void putInput(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    if (request.last() && evaluation.view().ok()) {
      long first = request.stamps().firstTokenNanos();
      boolean streamed = evaluation.times().streamed();
      long nanos = streamed ? first : evaluation.endedNanos();
      seconds.step(nanos).input(evaluation);
      minutes.step(nanos).input(evaluation);
    }
  }

  /// Runs over the chunks once, and stops only at the ends of seconds.
  private void putOutput(RecordEvaluation evaluation) {
    ChunkTable chunks = evaluation.view().chunks();
    long output = evaluation.request().outputTokens();
    long all = chunks.totalTokens();
    if (all == 0) {
      put(evaluation, evaluation.wholeNanos(), output);
      return;
    }
    long from = chunks.nanos(0);
    long until = seconds.endOf(from);
    long came = 0;
    long counted = 0;
    for (int i = 0; i < chunks.count(); i++) {
      if (chunks.nanos(i) >= until) {
        long known = output * came / all;
        put(evaluation, from, known - counted);
        counted = known;
        from = chunks.nanos(i);
        until = seconds.endOf(from);
      }
      came += chunks.tokens(i);
    }
    put(evaluation, from, output - counted);
  }

  private void put(RecordEvaluation evaluation, long nanos, long tokens) {
    if (tokens > 0) {
      seconds.step(nanos).output(evaluation, tokens);
      minutes.step(nanos).output(evaluation, tokens);
    }
  }

  /// Notes the end of an exchange that is in no figure, but whose stream was counted as open.
  void addUnparsed(RequestRecord request) {
    putStream(request.stamps());
  }

  private void putStream(Stamps stamps) {
    long first = stamps.firstTokenNanos();
    long ended = stamps.endedNanos();
    if (!Stamps.present(first) || !Stamps.present(ended)) {
      return;
    }
    long last = Math.min(seconds.newest(), seconds.index(ended));
    for (long i = Math.max(seconds.oldest(), seconds.index(first)); i <= last; i++) {
      long looked = seconds.at(i).openStreamsAtNanos();
      if (Stamps.present(looked) && looked >= first && looked < ended) {
        seconds.at(i).streamEnded();
        minutes.step(looked).streamEnded();
      }
    }
  }

  /// Sets the in-flight counts. Only the first report in a second counts its open streams, so that
  /// the end of each is found once.
  void inFlight(long nowNanos, List<InFlight> byUpstream) {
    int requests = byUpstream.stream().mapToInt(InFlight::requests).sum();
    int awaiting = byUpstream.stream().mapToInt(InFlight::awaiting).sum();
    int streaming = byUpstream.stream().mapToInt(InFlight::streaming).sum();
    TrendStep second = seconds.inFlight(nowNanos, requests, awaiting);
    TrendStep minute = minutes.inFlight(nowNanos, requests, awaiting);
    if (!Stamps.present(second.openStreamsAtNanos())) {
      second.setOpenStreams(nowNanos, streaming);
      minute.setOpenStreams(nowNanos, streaming);
    }
  }

  Trend build(long nowNanos) {
    return new Trend(seconds.points(nowNanos), minutes.points(nowNanos));
  }
}
