package dev.goodput.report.document;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// The files with a row per attempt, streamed from the log.
public final class RequestRows {
  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("").build();

  private RequestRows() {}

  /// Writes `requests.csv`, in place of what was there. Absent values are empty; fields are quoted
  /// as RFC 4180 has it. A gateway's run has further columns; the first row decides.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written
  public static void csv(ReportInput in, Path file) {
    csv(in.log(), RequestCosts.of(in), file);
  }

  static void csv(LogSource log, RequestCosts costs, Path file) {
    ReportFile.stream(
        file,
        out -> {
          List<Column> columns = new ArrayList<>();
          log.read(entry -> {
            if (entry instanceof RequestRecord row) {
              if (columns.isEmpty()) {
                columns.addAll(columns(row));
                line(columns.stream().map(Column::name).toList(), out);
              }
              line(columns.stream().map(column -> field(column.value(row, costs))).toList(), out);
            }
          });
          if (columns.isEmpty()) {
            line(Column.ALL.stream().map(Column::name).toList(), out);
          }
        });
  }

  private static List<Column> columns(RequestRecord row) {
    List<Column> columns = new ArrayList<>(Column.ALL);
    columns.addAll(row.passage() == null ? List.of() : Column.OF_GATEWAY);
    return columns;
  }

  private static void line(List<String> fields, Writer out) {
    try {
      out.write(String.join(",", fields) + "\r\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String field(@Nullable Object value) {
    String text = value == null ? "" : value.toString();
    boolean plain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /// Writes `requests.jsonl`, one object per line, in place of what was there; absent values have
  /// no field.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written
  public static void jsonl(ReportInput in, Path file) {
    jsonl(in.log(), RequestCosts.of(in), file);
  }

  static void jsonl(LogSource log, RequestCosts costs, Path file) {
    ReportFile.stream(
        file,
        out -> {
          try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            log.read(entry -> {
              if (entry instanceof RequestRecord row) {
                json.writeStartObject();
                columns(row)
                    .forEach(column -> field(column.name(), column.value(row, costs), json));
                json.writeEndObject();
                json.writeRaw('\n');
              }
            });
          } catch (JacksonIOException e) {
            throw e.getCause();
          }
        });
  }

  private static void field(String name, @Nullable Object value, JsonGenerator json) {
    if (value instanceof Double number) {
      json.writeNumberProperty(name, number);
    } else if (value instanceof Number number) {
      json.writeNumberProperty(name, number.longValue());
    } else if (value != null) {
      json.writeStringProperty(name, value.toString());
    }
  }

  /// A column of `requests.csv` and a field of `requests.jsonl`.
  ///
  /// @param name its name in both
  /// @param value of a row: a whole number, a [Double] or a text; null where it is absent
  public record Column(
      String name, BiFunction<RequestRecord, RequestCosts, @Nullable Object> value) {
    /// The columns of every row, in order.
    public static final List<Column> ALL =
        List.of(
            new Column("id", RequestRecord::id),
            new Column("session", row -> row.requested().session()),
            new Column("turn", row -> row.requested().turn()),
            new Column("attempt", RequestRecord::attempt),
            stamp("intended_ns", Stamps::intendedNanos),
            stamp("due_ns", Stamps::dueNanos),
            stamp("dispatched_ns", Stamps::dispatchedNanos),
            stamp("connected_ns", Stamps::connectedNanos),
            stamp("sent_ns", Stamps::sentNanos),
            stamp("headers_ns", Stamps::headersNanos),
            stamp("first_byte_ns", Stamps::firstByteNanos),
            stamp("first_token_ns", Stamps::firstTokenNanos),
            stamp("first_answer_ns", Stamps::firstAnswerNanos),
            stamp("last_token_ns", Stamps::lastTokenNanos),
            stamp("ended_ns", Stamps::endedNanos),
            new Column("input_tokens_asked", row -> count(row.requested().inputTokens())),
            new Column("input_tokens", RequestRecord::inputTokens),
            new Column("output_tokens_asked", row -> count(row.requested().outputTokens())),
            new Column("output_tokens", RequestRecord::outputTokens),
            new Column("output_source", row -> row.outputSource().name().toLowerCase(Locale.ROOT)),
            new Column("chunks", row -> row.chunks().count()),
            new Column("outcome", row -> row.outcome().key()),
            new Column("status", Column::status),
            new Column("error", row -> text(row.outcome().detail())),
            new Column("level", RequestRecord::level),
            tokens("cached_input_tokens", TokenCounts::usageCachedInput),
            tokens("cache_write_tokens", Column::cacheWrites),
            tokens("reasoning_tokens", TokenCounts::usageReasoning),
            new Column("cost", (row, costs) -> costs.cost(row)),
            new Column("energy_j", (row, costs) -> costs.joules(row)));

    /// The columns that follow where attempts passed through a gateway: whose each was, where it
    /// went, the client's leg. `session` is taken by the number of the plan.
    public static final List<Column> OF_GATEWAY =
        List.of(
            passage("model", info -> text(info.model())),
            passage("tenant", info -> text(info.tenant())),
            passage("route", info -> text(info.route())),
            passage("upstream", info -> text(info.upstream())),
            passage("session_name", info -> text(info.session())),
            passage("slo_class", info -> text(info.sloClass())),
            passage("received_ns", info -> stamp(info.receivedNanos())),
            passage("first_written_ns", info -> stamp(info.firstWrittenNanos())),
            passage("last_written_ns", info -> stamp(info.lastWrittenNanos())),
            passage("request_bytes", GatewayInfo::requestBytes),
            passage("answer_bytes", GatewayInfo::answerBytes),
            passage("parting", info -> info.parting().word()));

    private Column(String name, Function<RequestRecord, @Nullable Object> value) {
      this(name, (row, _) -> value.apply(row));
    }

    /// Returns the value of a row.
    public @Nullable Object value(RequestRecord row, RequestCosts costs) {
      return value.apply(row, costs);
    }

    private static Column tokens(String name, ToIntFunction<TokenCounts> count) {
      return new Column(name, row -> count(count.applyAsInt(row.tokens())));
    }

    private static int cacheWrites(TokenCounts tokens) {
      int minutes = tokens.priced().cacheWrite5m();
      int hour = tokens.priced().cacheWrite1h();
      return minutes < 0 && hour < 0 ? -1 : Math.max(0, minutes) + Math.max(0, hour);
    }

    private static Column stamp(String name, ToLongFunction<Stamps> stamp) {
      return new Column(name, row -> stamp(stamp.applyAsLong(row.stamps())));
    }

    private static Column passage(String name, Function<GatewayInfo, @Nullable Object> value) {
      return new Column(
          name,
          row -> row.passage() == null ? null : value.apply(Objects.requireNonNull(row.passage())));
    }

    private static @Nullable Object stamp(long nanos) {
      return Stamps.present(nanos) ? nanos : null;
    }

    private static @Nullable Object count(int requested) {
      return requested >= 0 ? requested : null;
    }

    private static @Nullable Object text(String text) {
      return text.isEmpty() ? null : text;
    }

    private static @Nullable Object status(RequestRecord row) {
      return row.outcome() instanceof Outcome.HttpError error ? error.status() : null;
    }
  }
}
