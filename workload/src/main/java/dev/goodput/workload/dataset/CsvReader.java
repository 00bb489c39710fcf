package dev.goodput.workload.dataset;

import dev.goodput.workload.input.CsvLine;
import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;

/// A reader of CSV files with a header that names the columns of prompt tokens, response tokens and
/// optionally the time.
///
/// Known names (case does not matter): prompt `input_tokens`, `prompt_tokens`, `ContextTokens`,
/// `num_prefill_tokens`, `input_length`, `Request tokens`; response `output_tokens`,
/// `completion_tokens`, `GeneratedTokens`, `num_decode_tokens`, `output_length`, `Response tokens`;
/// time `timestamp_ms` (milliseconds), `timestamp`, `time`, `arrival_time` (seconds, or a date and
/// time). Other columns are ignored. Separators are commas, semicolons or tabs.
final class CsvReader {
  private static final List<String> INPUT =
      List.of(
          "input_tokens",
          "prompt_tokens",
          "contexttokens",
          "num_prefill_tokens",
          "input_length",
          "request tokens");
  private static final List<String> OUTPUT =
      List.of(
          "output_tokens",
          "completion_tokens",
          "generatedtokens",
          "num_decode_tokens",
          "output_length",
          "response tokens");
  private static final List<String> MILLIS = List.of("timestamp_ms");
  private static final List<String> TIME = List.of("timestamp", "time", "arrival_time");

  private static final int LONGEST = 60;

  private final TextFile file;
  private final char separator;
  private final String[] header;
  private final int input;
  private final int output;
  private final int millis;
  private final int time;

  private CsvReader(TextFile file, String head, long line) {
    this.file = file;
    this.separator = CsvLine.separator(head);
    this.header = cells(head);
    this.input = column(INPUT, line);
    this.output = column(OUTPUT, line);
    this.millis = column(MILLIS, line);
    this.time = millis < 0 ? column(TIME, line) : -1;
    if (input < 0 || output < 0) {
      throw file.malformed(line, headerProblem(head));
    }
  }

  static LengthTable read(TextFile file) throws IOException {
    LengthTableBuilder table = new LengthTableBuilder();
    try (LineReader lines = new LineReader(file)) {
      String head = lines.nextFilled();
      if (head == null) {
        throw file.empty();
      }
      CsvReader csv = new CsvReader(file, head, lines.number());
      for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
        csv.add(table, line, lines.number());
      }
      return table.build(file, csv.millis >= 0 || csv.time >= 0);
    }
  }

  private String headerProblem(String head) {
    String missing = input < 0 ? "input_tokens" : "output_tokens";
    return "the header must name \"" + missing + "\", found \"" + shown(head) + "\"";
  }

  private int column(List<String> names, long line) {
    int found = -1;
    for (int i = 0; i < header.length; i++) {
      if (names.contains(header[i].toLowerCase(Locale.ROOT))) {
        if (found >= 0) {
          throw file.malformed(line, twice(header[found], header[i]));
        }
        found = i;
      }
    }
    return found;
  }

  private static String twice(String one, String other) {
    return one.equals(other)
        ? "the header names \"" + one + "\" twice; leave one"
        : "the header names \"" + one + "\" and \"" + other + "\", which mean the same; leave one";
  }

  private void add(LengthTableBuilder table, String line, long number) {
    String[] cells = cells(line);
    if (cells.length != header.length) {
      throw file.malformed(
          number,
          "the line must have "
              + header.length
              + " columns like the header, found "
              + cells.length);
    }
    long nanos = 0;
    if (millis >= 0) {
      nanos = TimeParser.nanos(file, number, header[millis], cells[millis], 1e6);
    } else if (time >= 0) {
      nanos = TimeParser.nanos(file, number, header[time], cells[time], 1e9);
    }
    table.add(nanos, tokens(number, input, cells), tokens(number, output, cells), null);
  }

  private int tokens(long line, int column, String[] cells) {
    double value = number(cells[column]);
    if (!(value >= 1) || value != Math.rint(value)) {
      throw wrong(line, column, "a positive integer", cells[column]);
    }
    if (value > LengthDistribution.MAX) {
      throw wrong(line, column, "at most " + LengthDistribution.MAX, cells[column]);
    }
    return (int) value;
  }

  private static double number(String cell) {
    try {
      return Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private WorkloadException wrong(long line, int column, String expected, String cell) {
    return file.malformed(
        line, "\"" + header[column] + "\" must be " + expected + ", found \"" + shown(cell) + "\"");
  }

  static String shown(String cell) {
    return cell.length() > LONGEST ? cell.substring(0, LONGEST) + "…" : cell;
  }

  private String[] cells(String line) {
    return CsvLine.cells(line, separator).toArray(String[]::new);
  }

  /// A parser of recorded times in tables: numbers, or dates and times.
  private static final class TimeParser {
    private static final long NANOS = 1_000_000_000;
    private static final double MAX = 4e18;

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
      if (!(value >= 0 && value <= MAX)) {
        throw wrong(file, line, column, cell);
      }
      return Math.round(value);
    }

    private static long dateTime(TextFile file, long line, String column, String cell) {
      String iso = cell.replace(' ', 'T');
      try {
        TemporalAccessor parsed =
            DateTimeFormatter.ISO_DATE_TIME.parseBest(
                iso, OffsetDateTime::from, LocalDateTime::from);
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
}
