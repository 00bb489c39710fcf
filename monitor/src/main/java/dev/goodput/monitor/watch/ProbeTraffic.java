package dev.goodput.monitor.watch;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerStart;

/// A converter of probe requests into live traffic, with the labels by which the meter aggregates.
final class ProbeTraffic {
  private ProbeTraffic() {}

  /// Returns the request in the form that the meter and the exports receive.
  ///
  /// @param sloClass the class whose SLO applies
  static CompletedAttempt of(RequestRecord r, ProbeTarget site, String sloClass) {
    RequestRecord labelled =
        new RequestRecord(
            r.id(),
            r.level(),
            r.attempt(),
            r.last(),
            r.streamed(),
            r.start(),
            r.requested(),
            r.stamps(),
            r.chunks(),
            r.tokens(),
            r.reasoningChunks(),
            r.outcome(),
            passage(r, site, sloClass));
    return new CompletedAttempt(
        labelled, true, site.dialect().name(), null, status(r.outcome()), AnswerStart.NONE, null);
  }

  private static GatewayInfo passage(RequestRecord r, ProbeTarget site, String sloClass) {
    return new GatewayInfo(
        site.model(),
        "",
        site.dialect().path(),
        site.name(),
        "",
        sloClass,
        r.stamps().intendedNanos(),
        Stamps.ABSENT,
        Stamps.ABSENT,
        0,
        0,
        parting(r.outcome()));
  }

  private static Parting parting(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Cancelled _, Outcome.Unsent _ -> Parting.CLIENT_LEFT;
      case Outcome.Timeout _,
          Outcome.Truncated _,
          Outcome.Reset _,
          Outcome.Refused _,
          Outcome.Tls _ ->
          Parting.CUT;
      case Outcome.Ok _,
          Outcome.HttpError _,
          Outcome.ErrorEvent _,
          Outcome.Empty _,
          Outcome.Malformed _ ->
          Parting.DELIVERED;
    };
  }

  private static int status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.HttpError error -> error.status();
      case Outcome.Ok _, Outcome.ErrorEvent _, Outcome.Empty _, Outcome.Truncated _ -> 200;
      case Outcome.Cancelled _,
          Outcome.Unsent _,
          Outcome.Timeout _,
          Outcome.Reset _,
          Outcome.Refused _,
          Outcome.Tls _,
          Outcome.Malformed _ ->
          0;
    };
  }
}
