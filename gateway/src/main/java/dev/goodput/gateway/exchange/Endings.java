package dev.goodput.gateway.exchange;

import dev.goodput.metrics.traffic.MemoryWords;
import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.record.Passage.Parting;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.relay.Ending;

/// A classifier of how exchanges end. Of servers' error texts only the fact that memory ran out is
/// kept: the rest may repeat a prompt or a key.
final class Endings {
  private Endings() {}

  /// Returns the outcome of the attempt.
  ///
  /// @param understood whether the response was parsed
  static Outcome outcome(Ending ending, AnswerReader answer, boolean understood, long nanos) {
    return switch (ending) {
      case Ending.Whole _ -> whole(answer, understood, nanos);
      case Ending.ClientLeft left -> left(left, answer, understood, nanos);
      case Ending.Cut cut -> cut(cut, answer, understood, nanos);
      case Ending.BrokenOff _ -> brokenOff(answer, understood, nanos);
      case Ending.NoAnswer none -> none(none);
      case Ending.IdleTimeout _ -> idle(answer, understood, nanos);
      case Ending.Refused refused -> new Outcome.HttpError(refused.status(), refused.type());
      case Ending.Upgraded _ -> new Outcome.Ok("");
    };
  }

  private static Outcome left(
      Ending.ClientLeft left, AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.leave();
    return new Outcome.Cancelled(left.stalled() ? "the client stopped reading" : "the client left");
  }

  private static Outcome idle(AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.leave();
    return new Outcome.Timeout(Stage.IDLE);
  }

  private static Outcome brokenOff(AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    answer.leave();
    return new Outcome.Reset(Outcome.Reset.GATEWAY_ENDED);
  }

  private static Outcome whole(AnswerReader answer, boolean understood, long nanos) {
    answer.endsAt(nanos);
    if (!answer.complete()) {
      answer.end();
    }
    Outcome read = answer.outcome();
    if (understood || read instanceof Outcome.HttpError) {
      return discreet(read);
    }
    return new Outcome.Ok("");
  }

  private static Outcome cut(Ending.Cut cut, AnswerReader answer, boolean understood, long nanos) {
    if (answer.settled()) {
      return whole(answer, understood, nanos);
    }
    if (cut.reset()) {
      answer.leave();
      return new Outcome.Reset("the upstream's connection broke");
    }
    answer.endsAt(nanos);
    answer.cut();
    return understood
        ? discreet(answer.outcome())
        : new Outcome.Truncated("the upstream closed the connection");
  }

  private static Outcome none(Ending.NoAnswer none) {
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

  private static Outcome discreet(Outcome read) {
    return switch (read) {
      case Outcome.HttpError error ->
          new Outcome.HttpError(error.status(), MemoryWords.kept(error.detail()));
      case Outcome.ErrorEvent error -> new Outcome.ErrorEvent(MemoryWords.kept(error.detail()));
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
  static Parting parting(Ending ending, AnswerReader answer) {
    return switch (ending) {
      case Ending.Whole _, Ending.Upgraded _ -> Parting.DELIVERED;
      case Ending.ClientLeft _ -> answer.settled() ? Parting.DELIVERED : Parting.CLIENT_LEFT;
      case Ending.Cut _, Ending.IdleTimeout _, Ending.BrokenOff _ -> Parting.CUT;
      case Ending.NoAnswer _, Ending.Refused _ -> Parting.ANSWERED_HERE;
    };
  }

  /// Returns the status sent to the client, 0 if there was none.
  static int status(Ending ending, int upstreams) {
    return switch (ending) {
      case Ending.NoAnswer none -> none.status();
      case Ending.Refused refused -> refused.status();
      case Ending.Whole _,
          Ending.ClientLeft _,
          Ending.Cut _,
          Ending.BrokenOff _,
          Ending.IdleTimeout _,
          Ending.Upgraded _ ->
          upstreams;
    };
  }
}
