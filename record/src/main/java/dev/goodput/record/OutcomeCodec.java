package dev.goodput.record;

/// The encoding of [Outcome]s in the log. The numbers are part of the format and never change.
final class OutcomeCodec {
  private OutcomeCodec() {}

  static void write(Outcome outcome, ByteSink sink) {
    sink.octet(
        switch (outcome) {
          case Outcome.Ok ok -> 0;
          case Outcome.HttpError error -> 1;
          case Outcome.ErrorEvent error -> 2;
          case Outcome.Empty empty -> 3;
          case Outcome.Truncated truncated -> 4;
          case Outcome.Refused refused -> 5;
          case Outcome.Reset reset -> 6;
          case Outcome.Tls tls -> 7;
          case Outcome.Timeout timeout -> 8;
          case Outcome.Malformed malformed -> 9;
          case Outcome.Unsent unsent -> 10;
          case Outcome.Cancelled cancelled -> cancelled.detail().isEmpty() ? 11 : 12;
        });
    writeDetails(outcome, sink);
  }

  private static void writeDetails(Outcome outcome, ByteSink sink) {
    switch (outcome) {
      case Outcome.Ok ok -> sink.text(ok.finishReason());
      case Outcome.HttpError error -> {
        sink.zigzag(error.status());
        sink.text(error.detail());
      }
      case Outcome.Timeout timeout -> sink.octet(timeout.stage().code);
      case Outcome.Empty empty -> {}
      case Outcome.ErrorEvent error -> sink.text(error.detail());
      case Outcome.Truncated truncated -> sink.text(truncated.detail());
      case Outcome.Refused refused -> sink.text(refused.detail());
      case Outcome.Reset reset -> sink.text(reset.detail());
      case Outcome.Tls tls -> sink.text(tls.detail());
      case Outcome.Malformed malformed -> sink.text(malformed.detail());
      case Outcome.Unsent unsent -> sink.text(unsent.detail());
      case Outcome.Cancelled cancelled -> {
        if (!cancelled.detail().isEmpty()) {
          sink.text(cancelled.detail());
        }
      }
    }
  }

  static Outcome read(ByteSource source) {
    int code = source.octet();
    return switch (code) {
      case 0 -> new Outcome.Ok(source.text());
      case 1 -> new Outcome.HttpError(source.zigzagInt(), source.text());
      case 2 -> new Outcome.ErrorEvent(source.text());
      case 3 -> new Outcome.Empty();
      case 4 -> new Outcome.Truncated(source.text());
      case 5 -> new Outcome.Refused(source.text());
      case 6 -> new Outcome.Reset(source.text());
      case 7 -> new Outcome.Tls(source.text());
      case 8 -> new Outcome.Timeout(Outcome.Timeout.Stage.of(source.octet()));
      case 9 -> new Outcome.Malformed(source.text());
      case 10 -> new Outcome.Unsent(source.text());
      case 11 -> new Outcome.Cancelled();
      case 12 -> new Outcome.Cancelled(source.text());
      default -> throw new IllegalArgumentException("no outcome has the number " + code);
    };
  }
}
