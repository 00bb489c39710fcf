package dev.goodput.app.query;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Screen;
import dev.goodput.store.RunDatabase;
import dev.goodput.store.output.CsvSink;
import dev.goodput.store.output.TableList;
import dev.goodput.store.output.TableSink;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput query`: SQL over stored runs and gateway logs.
@Command(
    name = "query",
    description = {
      "Runs an SQL query over the stored runs and gateway logs.",
      "The tables are runs, levels, requests and gateway_requests; --tables lists their columns. "
          + "The SQL is DuckDB's: one SELECT, DESCRIBE or SUMMARIZE.",
      "The first query reads all runs into a cache, DIR/.cache; later ones read new and changed "
          + "runs. You may delete the cache at any time."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput query [OPTIONS] SQL", "goodput query --tables", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput query \"select run, name, ttft_ms.p95, rps from levels order by run\"",
      "goodput query --csv \"select * from requests where outcome <> 'ok'\" > bad.csv",
      "goodput query --root logs \"select count(*) from gateway_requests\""
    })
public final class QueryCommand implements Callable<Integer> {
  @Mixin private RootsOption roots = new RootsOption();

  @Parameters(index = "0", arity = "0..1", paramLabel = "SQL", description = "the query")
  private @Nullable String query;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--csv", description = "print the result as CSV (RFC 4180)")
  private boolean csv;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--tables", description = "list the tables and their columns")
  private boolean tables;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (tables) {
      if (query != null || csv || json) {
        throw new AppException.Usage("--tables takes no SQL and no format");
      }
      out.print(TableList.text());
      out.flush();
      return 0;
    }
    if (query == null || query.isBlank()) {
      throw new AppException.Usage(
          "which query? goodput query \"select run, ttft_ms.p95 from levels\"; --tables lists the"
              + " tables");
    }
    if (csv && json) {
      throw new AppException.Usage("--csv and --json both print to standard output; give one");
    }
    String sql = query;
    try (RunDatabase runs = roots.open(RunDatabase.tables(sql), spec.commandLine().getErr())) {
      print(runs, sql, out);
    }
    out.flush();
    return 0;
  }

  private void print(RunDatabase runs, String sql, PrintWriter out) {
    if (json) {
      out.println("[");
      String[] before = {""};
      runs.queryJson(
          sql,
          row -> {
            out.print(before[0] + row);
            before[0] = ",\n";
          });
      out.println("\n]");
    } else if (csv) {
      runs.query(sql, new CsvSink(out));
    } else {
      TableSink table = new TableSink();
      runs.query(sql, table);
      out.print(table.text(Screen.widestLine()));
    }
  }
}
