package dev.goodput.app;

import dev.goodput.record.words.Quantities;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads shares of options, as [Quantities] has them.
public final class ShareConverter implements ITypeConverter<Double> {
  /// Made by picocli.
  public ShareConverter() {}

  @Override
  public Double convert(String text) {
    try {
      return Quantities.share(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
