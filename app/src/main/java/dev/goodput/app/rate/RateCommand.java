package dev.goodput.app.rate;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.ReportFile;
import dev.goodput.report.page.RatingPage;
import dev.goodput.report.quality.RatingText;
import dev.goodput.report.quality.RunRatings;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import dev.goodput.runner.Checks;
import dev.goodput.runner.directory.FileChecks;
import dev.goodput.runner.rate.RatingFile;
import dev.goodput.runner.rate.RatingSample;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `goodput rate`: collects and reads ratings of responses by people.
@CommandHelp(common = {"--html", "--ratings", "--json", "--sample", "--seed"})
@Command(
    name = "rate",
    description = {
      "Collects ratings by people and shows them by latency.",
      "With --html it writes a page that shows responses to the same prompts, with two runs side by"
          + " side, without the names of the runs. With --ratings it reads the file that the page"
          + " exports, or any CSV file with the columns id and rating (1 to 5)."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput rate RUN [OTHER] --html FILE",
      "goodput rate RUN [OTHER] --ratings FILE",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput rate runs/a runs/b --html ratings.html",
      "goodput rate runs/a runs/b --ratings ratings.csv"
    })
public final class RateCommand implements Callable<Integer> {
  private static final int WIDTH = 78;
  private static final int MAX_RUNS = 2;

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "directory, name or id of a run, or of two")
  private List<String> runs = List.of();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--html", paramLabel = "FILE", description = "write the page for raters to FILE")
  private @Nullable Path html;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--ratings", paramLabel = "FILE", description = "read ratings from a CSV file")
  private @Nullable Path ratings;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print what the ratings show as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "prompts on the page, drawn at random (default: 50)")
  private @Nullable Integer sample;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "seed of the drawing, the order and the sides (default: 42)")
  private @Nullable Long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public RateCommand() {}

  /// Writes the page, or reads the ratings.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    Checks.refuse(
        runs.size() > MAX_RUNS, "rate takes one run or two, found " + runs.size() + " runs");
    Checks.refuse(
        (html == null) == (ratings == null),
        "rate needs one of --html FILE, to collect ratings, and --ratings FILE, to read them");
    List<RunDirectory> directories = runs.stream().map(RunStore::open).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (html != null) {
      writePage(html, directories, out);
    } else if (ratings != null) {
      Checks.refuse(sample != null || seed != null, "--sample and --seed are for --html");
      readRatings(ratings, directories, out);
    }
    out.flush();
    return 0;
  }

  private void writePage(Path file, List<RunDirectory> directories, PrintWriter out) {
    Checks.refuse(json, "--json is for --ratings; leave it out with --html");
    Checks.refuse(sample != null && sample < 1, "--sample must be 1 or more, found " + sample);
    FileChecks.writable("--html", file);
    List<RatingPage.Prompt> prompts =
        RatingSample.of(directories, sample == null ? 50 : sample, seed == null ? 42 : seed);
    ReportFile.write(file, RatingPage.html(prompts));
    out.println(
        " %s in %s; its Export button makes ratings.csv, which goodput rate … --ratings reads"
            .formatted(Figures.counted(prompts.size(), "prompt"), SafeText.text(file.toString())));
  }

  private void readRatings(Path file, List<RunDirectory> directories, PrintWriter out) {
    List<RatingFile.Stored> stored = RatingFile.store(file, directories);
    ObjectNode document = JsonMapper.shared().createObjectNode();
    document.put("schema", "goodput.ratings/1");
    ArrayNode all = document.putArray("runs");
    for (int i = 0; i < stored.size(); i++) {
      RunRatings result = stored.get(i).ratings();
      String name = directories.get(i).path().toString();
      ObjectNode node = all.addObject().put("run", stored.get(i).id());
      node.setAll(result.tree());
      if (!json) {
        out.println(" " + SafeText.text(name));
        RatingText.lines(result).stream()
            .flatMap(line -> TextLayout.lines(line, WIDTH - 2).stream())
            .forEach(line -> out.println("   " + line));
      }
    }
    if (json) {
      out.println(document.toPrettyString());
    }
  }
}
