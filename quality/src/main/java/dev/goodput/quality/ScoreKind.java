package dev.goodput.quality;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The scores that a user can choose.
public enum ScoreKind {
  /// BLEU as sacreBLEU defines it.
  BLEU("bleu") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return List.of(new ScoreColumn("bleu", "BLEU", 100, Bleu.SENTENCE, Bleu.CORPUS));
    }
  },
  /// chrF as sacreBLEU defines it.
  CHRF("chrf") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return List.of(new ScoreColumn("chrf", "chrF", 100, Chrf.CHRF, Chrf.CHRF));
    }
  },
  /// chrF++: chrF with words.
  CHRF_PLUS_PLUS("chrf++") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      Chrf metric = Chrf.CHRF_PLUS_PLUS;
      return List.of(new ScoreColumn("chrfpp", "chrF++", 100, metric, metric));
    }
  },
  /// F1 of ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum as rouge-score defines them.
  ROUGE("rouge") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return Arrays.stream(Rouge.values())
          .map(each ->
              ScoreColumn.share(
                  each.label(),
                  each.label().replace("rouge", "ROUGE-"),
                  (answer, references) -> each.score(answer, references, options.stem()).f1()))
          .toList();
    }
  },
  /// Equality with a reference.
  EXACT("exact") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return yesOrNo(
          "exact",
          "exact match",
          (answer, references) -> options.exact().matches(options.extracted(answer), references));
    }
  },
  /// A reference is part of the answer.
  CONTAINS("contains") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return yesOrNo("contains", "contains", options.exact()::contains);
    }
  },
  /// The last number is that of a reference.
  NUMBER("number") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return yesOrNo(
          "number",
          "number",
          (answer, references) -> options.number().matches(options.extracted(answer), references));
    }
  },
  /// The letter of a multiple choice is that of a reference.
  CHOICE("choice") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return yesOrNo("choice", "choice", ChoiceLetter::matches);
    }
  },
  /// `strict-match` of lm-evaluation-harness's task `gsm8k`.
  GSM8K_STRICT("gsm8k-strict") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return gsm8k("gsm8k_strict", "GSM8K strict", Extraction.GSM8K_STRICT);
    }
  },
  /// `flexible-extract` of lm-evaluation-harness's task `gsm8k`.
  GSM8K_FLEXIBLE("gsm8k-flexible") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return gsm8k("gsm8k_flexible", "GSM8K flexible", Extraction.GSM8K_FLEXIBLE);
    }
  },
  /// The answer is valid JSON, whatever the references are.
  JSON("json") {
    @Override
    List<ScoreColumn> columns(ScoreOptions options) {
      return yesOrNo("json", "valid JSON", (answer, references) -> JsonValidity.holds(answer));
    }
  };

  private final String label;

  ScoreKind(String label) {
    this.label = label;
  }

  /// Returns the name that a user types.
  public String label() {
    return label;
  }

  /// Returns the score with a name, or none.
  public static Optional<ScoreKind> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
  }

  abstract List<ScoreColumn> columns(ScoreOptions options);

  /// A condition on an answer, scored 1 or 0.
  private interface Condition {
    boolean holds(String answer, List<String> references);
  }

  private static List<ScoreColumn> yesOrNo(String key, String label, Condition condition) {
    return List.of(
        ScoreColumn.share(
            key, label, (answer, references) -> condition.holds(answer, references) ? 1 : 0));
  }

  private static List<ScoreColumn> gsm8k(String key, String label, Extraction extraction) {
    return yesOrNo(
        key,
        label,
        (answer, references) -> ExactMatch.GSM8K.matches(extraction.from(answer), references));
  }
}
