package dev.goodput.app.watch;

import dev.goodput.gateway.exchange.Passed;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.Passage.Parting;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.Opening;

/// A converter of probe requests into live traffic, with the labels by which the meter aggregates.
final class Passing {
  private Passing() {}

  /// Returns the request in the form that the meter and the exports receive.
  ///
  /// @param sloClass the class whose SLO applies
  static Passed of(RequestRecord r, Site site, String sloClass) {
    RequestRecord labelled =
        new RequestRecord(
            r.id(),
            r.level(),
            r.attempt(),
            r.last(),
            r.streamed(),
            r.start(),
            r.asked(),
            r.stamps(),
            r.chunks(),
            r.tokens(),
            r.reasoningChunks(),
            r.outcome(),
            passage(r, site, sloClass));
    return new Passed(
        labelled, true, site.dialect().name(), null, status(r.outcome()), Opening.NONE, null);
  }

  private static Passage passage(RequestRecord r, Site site, String sloClass) {
    return new Passage(
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
