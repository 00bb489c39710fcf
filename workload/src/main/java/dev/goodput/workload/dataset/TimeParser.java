package dev.goodput.workload.dataset;

import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;

/// A parser of recorded times in tables: numbers, or dates and times.
final class TimeParser {
  private static final long NANOS = 1_000_000_000;
  private static final double MOST = 4e18;

  private TimeParser() {}

  /// Returns a cell's time in nanoseconds of any epoch; `unit` is the unit of a plain number, in
  /// ns.
  static long nanos(TextFile file, long line, String column, String cell, double unit) {
    if (cell.length() >= 19 && cell.indexOf(':') > 0) {
      return dateTime(file, line, column, cell);
    }
    double value;
    try {
      value = Double.parseDouble(cell) * unit;
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= 0 && value <= MOST)) {
      throw wrong(file, line, column, cell);
    }
    return Math.round(value);
  }

  private static long dateTime(TextFile file, long line, String column, String cell) {
    String iso = cell.replace(' ', 'T');
    try {
      TemporalAccessor parsed =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(iso, OffsetDateTime::from, LocalDateTime::from);
      long seconds =
          parsed instanceof OffsetDateTime zoned
              ? zoned.toEpochSecond()
              : LocalDateTime.from(parsed).toEpochSecond(ZoneOffset.UTC);
      return Math.addExact(
          Math.multiplyExact(seconds, NANOS), parsed.get(ChronoField.NANO_OF_SECOND));
    } catch (DateTimeException | ArithmeticException e) {
      throw wrong(file, line, column, cell);
    }
  }

  private static WorkloadException wrong(TextFile file, long line, String column, String cell) {
    return file.malformed(
        line,
        "\""
            + column
            + "\" must be a number, 0 or more, or a date and time, found \""
            + CsvReader.shown(cell)
            + "\"");
  }
}
