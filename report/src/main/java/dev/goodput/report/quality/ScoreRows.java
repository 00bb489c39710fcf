package dev.goodput.report.quality;

import dev.goodput.record.RecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The scores of each request of a run, as its `scores.csv` has them.
public final class ScoreRows {
  /// The names of the columns before the scores.
  public static final List<String> NAMES = List.of("level", "id", "session", "turn", "outcome");

  private ScoreRows() {}

  /// The scores of a request.
  ///
  /// @param request the request
  /// @param id its id in its level
  /// @param scores the scores, in the order of the columns
  public record Row(RunTexts.Request request, long id, List<Double> scores) {}

  /// Passes the rows to a consumer.
  ///
  /// @return the names of the scores
  /// @throws RecordException.ReadFailed if the file cannot be read, or a row is damaged
  public static List<String> read(Path directory, Consumer<Row> consumer) {
    Path file = directory.resolve(RunScores.ROWS);
    try (Stream<String> lines = Files.lines(file)) {
      Iterator<String> rows = lines.iterator();
      String[] head = rows.next().split(",", -1);
      rows.forEachRemaining(line -> consumer.accept(row(line.split(",", -1), head.length)));
      return List.of(head).subList(NAMES.size(), head.length);
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    } catch (IllegalArgumentException | NoSuchElementException e) {
      throw new RecordException.ReadFailed(file, new IOException("a row is damaged", e));
    }
  }

  private static Row row(String[] cells, int width) {
    if (cells.length != width) {
      throw new IllegalArgumentException("a row has %d cells".formatted(cells.length));
    }
    RunTexts.Request request =
        new RunTexts.Request(
            Integer.parseInt(cells[0]), Long.parseLong(cells[2]), Integer.parseInt(cells[3]));
    return new Row(
        request,
        Long.parseLong(cells[1]),
        Arrays.stream(cells).skip(NAMES.size()).map(Double::valueOf).toList());
  }
}
