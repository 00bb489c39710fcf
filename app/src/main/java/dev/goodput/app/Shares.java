package dev.goodput.app;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads shares as people type them: `95%`, `0.95`.
public final class Shares implements ITypeConverter<Double> {
  private static final Pattern SHARE =
      Pattern.compile("((?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE]-?\\d{1,3})?) ?(%?)");

  /// Made by picocli.
  public Shares() {}

  @Override
  public Double convert(String text) {
    Matcher match = SHARE.matcher(text.strip());
    if (!match.matches()) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a share: write one like 95% or 0.95");
    }
    BigDecimal number = new BigDecimal(match.group(1));
    // In decimal: 99.9 / 100 is not .999.
    return (match.group(2).isEmpty() ? number : number.movePointLeft(2)).doubleValue();
  }
}
