package dev.goodput.app;

import dev.goodput.record.words.Quantities;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A converter of duration options, in the format of [Quantities].
public final class Durations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return parse(text);
  }

  /// Parses one duration.
  ///
  /// @throws TypeConversionException if the text is not a duration, naming the expected format
  public static Duration parse(String text) {
    try {
      return Quantities.duration(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
