package dev.goodput.observe.profile;

import dev.goodput.observe.profile.Profile.Format;
import dev.goodput.wire.BadSettingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A reader of CSV tables that `nsys stats --format csv` prints: `cuda_gpu_trace`,
/// `cuda_gpu_kern_sum` with `cuda_gpu_mem_time_sum`, or `cuda_gpu_sum`, and `cuda_api_sum`. Tables
/// are recognized by their columns; a file may hold several, and others are ignored.
///
/// Times are in the unit of the column's title, nanoseconds by default. Only one source of
/// operators is used, so that nothing counts twice: the trace, else the sums per kind, else the
/// common sum.
final class NsysReader {
  private static final String EXPECTED =
      "nsys stats --format csv --report"
          + " cuda_gpu_kern_sum,cuda_gpu_mem_time_sum,cuda_api_sum or --report cuda_gpu_trace";

  private final Path file;
  private final ProfileBuilder trace = new ProfileBuilder();
  private final ProfileBuilder sums = new ProfileBuilder();
  private final ProfileBuilder common = new ProfileBuilder();
  private int line;

  NsysReader(Path file) {
    this.file = file;
  }

  /// A table's columns by their place; −1 for one that it does not have.
  private record Columns(
      int count,
      int start,
      int time,
      int calls,
      int name,
      int device,
      double unit,
      boolean api,
      boolean common) {
    /// Returns the columns; null if the cells are not the header of a table that is read.
    static @Nullable Columns of(List<String> cells) {
      List<String> titles = cells.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
      int time = first(titles, "total time", "duration");
      int name = first(titles, "name", "operation");
      int calls = first(titles, "instances", "num calls", "count");
      int start = first(titles, "start");
      if (time < 0 || name < 0 || (calls < 0 && start < 0)) {
        return null;
      }
      boolean api = titles.contains("num calls");
      int device = first(titles, "device");
      boolean calledByHost = start >= 0 && device < 0;
      return new Columns(
          cells.size(),
          start,
          time,
          calls,
          name,
          device,
          unit(titles.get(time)),
          api || calledByHost,
          titles.contains("category"));
    }

    private static int first(List<String> titles, String... starts) {
      for (String start : starts) {
        for (int i = 0; i < titles.size(); i++) {
          if (titles.get(i).startsWith(start)) {
            return i;
          }
        }
      }
      return -1;
    }

    private static double unit(String title) {
      int open = title.lastIndexOf('(');
      return switch (open < 0 ? "" : title.substring(open)) {
        case "(us)", "(µs)", "(usec)" -> 1e3;
        case "(ms)", "(msec)" -> 1e6;
        case "(s)", "(sec)" -> 1e9;
        default -> 1;
      };
    }
  }

  /// @throws BadSettingException naming the file, the line and the problem
  Profile read(InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    Columns columns = null;
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      if (columns != null && startsWithDigit(text)) {
        row(columns, text);
      } else {
        columns = Columns.of(cells(text));
      }
    }
    for (ProfileBuilder each : List.of(trace, sums, common)) {
      if (!each.isEmpty()) {
        return each.build(Format.NSYS, true, sums, List.of());
      }
    }
    throw ProfileReader.bad(
        file,
        "is no JSON, and has no table of GPU kernels; expected a torch profiler trace, JSON of"
            + " trtexec --exportProfile, or CSV: "
            + EXPECTED);
  }

  private static boolean startsWithDigit(String text) {
    String begin = text.strip();
    int at = begin.startsWith("\"") ? 1 : 0;
    return begin.length() > at && Character.isDigit(begin.charAt(at));
  }

  private void row(Columns columns, String text) {
    List<String> cells = cells(text);
    if (cells.size() != columns.count) {
      throw bad("expected " + columns.count + " columns like the header, found " + cells.size());
    }
    String name = cells.get(columns.name);
    long nanos = Math.round(number(cells.get(columns.time)) * columns.unit);
    long calls = columns.calls < 0 ? 1 : Math.round(number(cells.get(columns.calls)));
    if (columns.api) {
      sums.hostCall(name, calls, nanos);
    } else if (columns.start >= 0) {
      long start = Math.round(number(cells.get(columns.start)) * columns.unit);
      trace.add(name, calls, nanos);
      trace.busy(cells.get(columns.device), start, start + nanos);
    } else {
      (columns.common ? common : sums).add(name, calls, nanos);
    }
  }

  private double number(String cell) {
    try {
      double value = Double.parseDouble(cell.replace(",", ""));
      if (value >= 0 && value < Long.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Reported below.
    }
    throw bad("expected a number of at least 0, found \"" + cell + "\"");
  }

  private BadSettingException bad(String problem) {
    return new BadSettingException(file + ":" + line + ": " + problem);
  }

  /// Splits a line; a cell in quotes may contain commas, and quotes twice.
  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean twice = quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
      if (twice) {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
