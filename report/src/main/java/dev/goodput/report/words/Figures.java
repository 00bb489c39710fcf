package dev.goodput.report.words;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Numbers as people read them: three significant digits, a sensible unit, whole numbers in groups
/// of three.
public final class Figures {
  /// Stands for what is undefined.
  public static final String ABSENT = "not applicable";

  private Figures() {}

  /// A latency: `0.041 ms`, `9.41 ms`, `118 ms`, `2.13 s`.
  public static String duration(@Nullable Double millis) {
    if (millis == null) {
      return ABSENT;
    }
    double size = Math.abs(millis);
    if (size >= 999.5) {
      return number(millis / 1000) + " s";
    }
    return (size < 1 ? significant(millis, 2) : number(millis)) + " ms";
  }

  /// Two figures, with their unit once where both have it: `61.0 / 118 ms`, `61.0 ms / 2.31 s`.
  public static String both(String one, String separator, String other) {
    int unit = one.indexOf(' ');
    boolean same = unit > 0 && other.contains(one.substring(unit));
    return (same ? one.substring(0, unit) : one) + separator + other;
  }

  /// Returns a bound or another round value, without needless digits: `200 ms`, `2.5 s`.
  public static String bound(double millis) {
    double value = millis >= 1000 ? millis / 1000 : millis;
    BigDecimal plain = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
    return plain.toPlainString() + (millis >= 1000 ? " s" : " ms");
  }

  /// A span of time: `50 ms`, `0.4 s`, `30 s`, `5 min`, `2 h 5 min`.
  public static String span(double seconds) {
    if (seconds > 0 && seconds < 0.095) {
      return duration(seconds * 1000);
    }
    if (seconds < 99.5) {
      return new DecimalFormat("0.#", symbols()).format(seconds) + " s";
    }
    long minutes = Math.round(seconds / 60);
    if (minutes < 120) {
      return minutes + " min";
    }
    return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  /// A plain number: `0.123`, `7.91`, `16.6`, `1,612`.
  public static String number(@Nullable Double value) {
    return value == null ? ABSENT : significant(value, 3);
  }

  /// Returns a number without needless digits: `5`, `2.5`, `0.1`.
  public static String plain(double value) {
    return new DecimalFormat("#,##0.###", symbols()).format(value);
  }

  /// What requests that overlap are worth: `about 7 independent observations`.
  public static String observations(double effective) {
    return effective < 1
        ? "less than one independent observation"
        : "about " + counted(Math.round(effective), "independent observation");
  }

  /// A whole number in groups of three.
  public static String count(long value) {
    return new DecimalFormat("#,##0", symbols()).format(value);
  }

  /// A whole number and what it counts: `1 request`, `2,000 requests`.
  public static String counted(long value, String one) {
    return count(value) + " " + one + (value == 1 ? "" : "s");
  }

  /// A share in percent, which is never rounded up to all nor down to nothing: `97.1 %`, `100 %`.
  public static String share(@Nullable Double share) {
    if (share == null) {
      return ABSENT;
    }
    double percent = share * 100;
    if (Math.abs(percent - Math.rint(percent)) < 1e-9) {
      return count(Math.round(percent)) + " %";
    }
    if (percent > 99.9 && percent < 100) {
      return "> 99.9 %";
    }
    return percent > 0 && percent < 0.01 ? "< 0.01 %" : number(percent) + " %";
  }

  /// A ratio as a factor: `11.6 ×`.
  public static String times(double factor) {
    return number(factor) + " ×";
  }

  private static String significant(double value, int digits) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP));
    int decimals = digits - (rounded.precision() - rounded.scale());
    if (decimals <= 0) {
      return count(Math.round(value));
    }
    return rounded.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  private static DecimalFormatSymbols symbols() {
    return DecimalFormatSymbols.getInstance(Locale.ROOT);
  }
}
