package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The model and the precision in the name of a checkpoint: `owner/Qwen3-8B-GPTQ-Int4` is Qwen3-8B
/// in 4 bits.
///
/// @param model the name without the owner and the precision
/// @param precision the precision of the weights, if the name states one that can be simulated
/// @param hasOtherBits whether the name states a precision that cannot be simulated
record Checkpoint(String model, Optional<Precision> precision, boolean hasOtherBits) {
  private static final String FOUR_BITS =
      "int[-_]?4(?!\\d)|w4a16|(?:bnb[-_]?)?(?<!\\d\\.)4[-_]?bits?|(?:gguf[-_.])?i?q4(?:_[a-z\\d]+)*";

  private static final String SIMULATED = "fp8|awq|gptq|" + FOUR_BITS;
  private static final String OTHER =
      "(?<![a-z])int[-_]?[235678](?!\\d)|(?<!\\d)[235678][-_]?bit"
          + "|(?<![a-z\\d])w[235678]a\\d|(?<![a-z\\d])i?q[235678](?![a-z\\d])";

  private static final Pattern OTHER_BITS = Pattern.compile("(?i)" + OTHER);
  private static final Pattern NAMED =
      Pattern.compile("(?i)[-_.](?:quantized\\.)?(" + SIMULATED + ")");
  private static final Pattern WORDS =
      Pattern.compile("(?i)(?:[-_.](?:quantized\\.)?(?:bf16|" + SIMULATED + "|" + OTHER + "))+");

  /// `GPTQ-8b`: bits behind the name of a model, else how many parameters the model has.
  private static final Pattern BITS_OR_PARAMETERS =
      Pattern.compile("(?i)(?:awq|gptq)[-_]?[235678]b?(?![a-z\\d])");

  private static final Pattern PARAMETERS =
      Pattern.compile("(?i)[-_]\\d+(?:\\.\\d+)?b(?![a-z\\d])");

  /// @param repository as the meta file has it, with its owner or folders
  static Checkpoint named(String repository) {
    String name = repository.substring(repository.lastIndexOf('/') + 1);
    Matcher named = NAMED.matcher(name);
    Optional<Precision> precision =
        named.find()
            ? Optional.of(named.group(1).equalsIgnoreCase("fp8") ? Precision.FP8 : Precision.INT4)
            : Optional.empty();
    boolean other =
        !precision.equals(Optional.of(Precision.FP8))
            && (isOtherPrecision(name) || isAmbiguousSize(name));
    return new Checkpoint(plain(name), precision, other);
  }

  /// Returns whether the word names integers of 2, 3, 5, 6, 7 or 8 bits.
  static boolean isOtherPrecision(String word) {
    return OTHER_BITS.matcher(word).find();
  }

  private static boolean isAmbiguousSize(String name) {
    Matcher words = WORDS.matcher(name);
    return words.find()
        && isModel(name.substring(0, words.start()))
        && BITS_OR_PARAMETERS.matcher(name).find();
  }

  private static String plain(String name) {
    Matcher words = WORDS.matcher(name);
    if (!words.find()) {
      return name;
    }
    String before = name.substring(0, words.start());
    Matcher parameters = PARAMETERS.matcher(name.substring(words.end()));
    return !isModel(before) && parameters.lookingAt() ? before + parameters.group() : before;
  }

  /// What of the name is not known, where a model's name is its beginning.
  Optional<SimulatorException.UnknownName> unknownEnd() {
    return IntStream.iterate(model.length() - 1, i -> i > 0, i -> i - 1)
        .filter(i -> "-_.".indexOf(model.charAt(i)) >= 0 && isModel(model.substring(0, i)))
        .mapToObj(i ->
            new SimulatorException.UnknownName(
                "\"%s\" is known, \"%s\" behind it is not"
                    .formatted(model.substring(0, i), model.substring(i))))
        .findFirst();
  }

  private static boolean isModel(String name) {
    return Model.all().stream().anyMatch(model -> model.isCalled(name));
  }
}
