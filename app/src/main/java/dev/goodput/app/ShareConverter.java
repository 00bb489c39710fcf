package dev.goodput.app;

import dev.goodput.record.words.Quantities;
import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A converter of options that take a share, in the format of [Quantities]. A number above 1 needs
/// a `%`: `95` is a mistake for `95%`.
public final class ShareConverter implements ITypeConverter<Double> {
  /// Called by picocli.
  public ShareConverter() {}

  @Override
  public Double convert(String text) {
    double share;
    try {
      share = Quantities.share(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
    if (share > 1 && share <= 100 && !text.contains("%")) {
      String number = BigDecimal.valueOf(share).stripTrailingZeros().toPlainString();
      throw new TypeConversionException(
          "\"%s\" is above 1; did you mean %s%%?".formatted(text, number));
    }
    return share;
  }
}
