package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import java.util.Optional;

/// That prompts turned out to have another length than the client took them to have.
final class PromptLengths {
  private static final double LARGEST_DIFFERENCE = 0.05;

  private PromptLengths() {}

  /// Whether the prompts are the workload's own, so that nobody asked a length of them. Runs of
  /// before this was kept tell it but where each prompt was begun anew.
  static boolean own(ReportInput in) {
    return in.fact("workload.own_prompts")
        .or(() -> in.fact("workload.written"))
        .filter("true"::equals)
        .isPresent();
  }

  /// The sentence, with its remedy where the text was made up: no tokenizer changes a file's.
  static Optional<String> note(boolean own, LevelResult.Lengths lengths) {
    Double planned = lengths.inputAsked();
    Double reported = lengths.inputReported();
    if (planned == null || reported == null || planned <= 0) {
      return Optional.empty();
    }
    double difference = reported / planned - 1;
    if (Math.abs(difference) <= LARGEST_DIFFERENCE) {
      return Optional.empty();
    }
    String begin = "prompts have " + Figures.number(reported) + " tokens on average where ";
    String signed = (difference < 0 ? "−" : "+") + Figures.share(Math.abs(difference));
    return Optional.of(
        begin
            + (own
                    ? "the client counted %s (%s)"
                    : "%s were requested (%s): name the model's own --tokenizer")
                .formatted(Figures.number(planned), signed));
  }
}
