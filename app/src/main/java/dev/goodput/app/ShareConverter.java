package dev.goodput.app;

import dev.goodput.record.words.Quantities;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A converter of options that take a share, in the format of [Quantities].
public final class ShareConverter implements ITypeConverter<Double> {
  /// Called by picocli.
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
