package dev.goodput.gateway.exchange;

import dev.goodput.metrics.traffic.OutOfMemoryMessage;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.wire.answer.AnswerReader;

/// A classifier of how exchanges end. Of servers' error texts only the fact that memory ran out is
/// kept: the rest may repeat a prompt or a key.
final class OutcomeClassifier {
  private OutcomeClassifier() {}

  /// Returns the outcome of the attempt.
  ///
  /// @param understood whether the response was parsed
  static Outcome outcome(
      ExchangeOutcome ending, AnswerReader answer, boolean understood, long nanos) {
    return switch (ending) {
      case ExchangeOutcome.Whole _ -> whole(answer, understood, nanos);
      case ExchangeOutcome.ClientLeft left -> left(left, answer, understood, nanos);
      case ExchangeOutcome.Cut cut -> cut(cut, answer, understood, nanos);
      case ExchangeOutcome.BrokenOff _ -> brokenOff(answer, understood, nanos);
      case ExchangeOutcome.NoAnswer none -> none(none);
      case ExchangeOutcome.IdleTimeout _ -> idle(answer, understood, nanos);
      case ExchangeOutcome.Refused refused ->
          new Outcome.HttpError(refused.status(), refused.type());
      case ExchangeOutcome.Upgraded _ -> new Outcome.Ok("");
    };
  }

  private static Outcome left(
      ExchangeOutcome.ClientLeft left, AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.finishLog();
    return new Outcome.Cancelled(left.stalled() ? "the client stopped reading" : "the client left");
  }

  private static Outcome idle(AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.finishLog();
    return new Outcome.Timeout(Stage.IDLE);
  }

  private static Outcome brokenOff(AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.finishLog();
    return new Outcome.Reset(Outcome.Reset.GATEWAY_ENDED);
  }

  private static Outcome whole(AnswerReader answer, boolean understood, long nanos) {
    answer.setEndTime(nanos);
    if (!answer.complete()) {
      answer.end();
    }
    Outcome read = answer.outcome();
    if (understood || read instanceof Outcome.HttpError) {
      return withoutText(read);
    }
    return new Outcome.Ok("");
  }

  private static Outcome cut(
      ExchangeOutcome.Cut cut, AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    if (cut.reset()) {
      answer.finishLog();
      return new Outcome.Reset("the upstream's connection broke");
    }
    answer.setEndTime(nanos);
    answer.endEarly();
    return understood
        ? withoutText(answer.outcome())
        : new Outcome.Truncated("the upstream closed the connection");
  }

  private static Outcome none(ExchangeOutcome.NoAnswer none) {
    return switch (none.kind()) {
      case GATEWAY_UNABLE -> new Outcome.HttpError(none.status(), none.detail());
      case UNREACHABLE -> new Outcome.Refused(none.detail());
      case CONNECT_TIMEOUT -> new Outcome.Timeout(Stage.CONNECT);
      case TLS -> new Outcome.Tls(none.detail());
      case BROKEN -> new Outcome.Reset("the upstream closed the connection without an answer");
      case FIRST_BYTE_TIMEOUT -> new Outcome.Timeout(Stage.FIRST_TOKEN);
      case MALFORMED -> new Outcome.Malformed(unquoted(none.detail()));
    };
  }

  /// Returns why a response is not valid HTTP, without the quoted response bytes that may be at the
  /// end.
  private static String unquoted(String detail) {
    int quote = detail.indexOf(": \"");
    return quote < 0 ? detail : detail.substring(0, quote);
  }

  private static Outcome withoutText(Outcome read) {
    return switch (read) {
      case Outcome.HttpError error ->
          new Outcome.HttpError(error.status(), OutOfMemoryMessage.storable(error.detail()));
      case Outcome.ErrorEvent error ->
          new Outcome.ErrorEvent(OutOfMemoryMessage.storable(error.detail()));
      case Outcome.Malformed _ -> new Outcome.Malformed("");
      case Outcome.Ok _,
          Outcome.Empty _,
          Outcome.Truncated _,
          Outcome.Refused _,
          Outcome.Reset _,
          Outcome.Tls _,
          Outcome.Timeout _,
          Outcome.Unsent _,
          Outcome.Cancelled _ ->
          read;
    };
  }

  /// Returns how the client's side of the exchange ended.
  static Parting parting(ExchangeOutcome ending, AnswerReader answer) {
    return switch (ending) {
      case ExchangeOutcome.Whole _, ExchangeOutcome.Upgraded _ -> Parting.DELIVERED;
      case ExchangeOutcome.ClientLeft _ ->
          answer.settled() ? Parting.DELIVERED : Parting.CLIENT_LEFT;
      case ExchangeOutcome.Cut _, ExchangeOutcome.IdleTimeout _, ExchangeOutcome.BrokenOff _ ->
          Parting.CUT;
      case ExchangeOutcome.NoAnswer _, ExchangeOutcome.Refused _ -> Parting.ANSWERED_BY_GATEWAY;
    };
  }

  /// Returns the status sent to the client, 0 if there was none.
  static int status(ExchangeOutcome ending, int upstreams) {
    return switch (ending) {
      case ExchangeOutcome.NoAnswer none -> none.status();
      case ExchangeOutcome.Refused refused -> refused.status();
      case ExchangeOutcome.Whole _,
          ExchangeOutcome.ClientLeft _,
          ExchangeOutcome.Cut _,
          ExchangeOutcome.BrokenOff _,
          ExchangeOutcome.IdleTimeout _,
          ExchangeOutcome.Upgraded _ ->
          upstreams;
    };
  }
}
