package dev.goodput.app;

import dev.goodput.record.words.Quantities;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations of options, as [Quantities] has them.
public final class Durations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return parse(text);
  }

  /// Reads one duration.
  ///
  /// @throws TypeConversionException when the text is not one, naming what would be
  public static Duration parse(String text) {
    try {
      return Quantities.duration(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
