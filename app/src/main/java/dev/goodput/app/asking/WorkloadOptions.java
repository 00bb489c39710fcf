package dev.goodput.app.asking;

import dev.goodput.app.NextCommandRole;
import dev.goodput.record.Manifest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What to ask.
public final class WorkloadOptions {
  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--workload",
      paramLabel = "NAME|FILE",
      description =
          "azure-conv (default), azure-code, mooncake-conversation, sharegpt-lengths, synthetic, "
              + "or a .jsonl, .json, .csv file")
  @Nullable String workload;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--input-tokens",
      paramLabel = "N|DIST",
      description =
          "number or distribution: uniform(64,512), normal(512,64), lognormal(512,0.6), …")
  @Nullable String inputTokens;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(names = "--output-tokens", paramLabel = "N|DIST", description = "the same for answers")
  @Nullable String outputTokens;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--tokenizer",
      paramLabel = "FILE|NAME",
      description = "tokenizer.json or a tiktoken name; without it, the server's usage calibrates")
  @Nullable String tokenizer;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(names = "--cache-bust", description = "no two prompts share a prefix")
  boolean cacheBust;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--turns",
      paramLabel = "N|DIST",
      description = "makes sessions of so many turns out of single requests")
  @Nullable String turns;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--think-time",
      paramLabel = "TIME",
      description = "pause of a user between those turns (default: 0)")
  @Nullable Duration thinkTime;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--history",
      paramLabel = "KIND",
      description = "of later turns: cumulative (default) or by-turn, each on its own")
  @Nullable String history;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "same seed, same run (default: 42, of a gate drawn)")
  @Nullable Long typedSeed;

  private long usual = 42;

  /// Requests of one length, made up: for who asks how a stream comes and not what it says.
  public static WorkloadOptions even(long inputTokens, long outputTokens) {
    WorkloadOptions options = new WorkloadOptions();
    options.workload = "synthetic";
    options.inputTokens = Long.toString(inputTokens);
    options.outputTokens = Long.toString(outputTokens);
    return options;
  }

  /// Has no two prompts share a prefix, of this run or of an earlier one: no cache knows them.
  public void shareNothing() {
    cacheBust = true;
    draw();
  }

  /// Adds what replaces the workload's own lengths and sessions, as typed.
  Manifest addTo(Manifest manifest) {
    Manifest told = manifest;
    Map<String, @Nullable Object> typed = new TreeMap<>();
    typed.put("input_tokens", inputTokens);
    typed.put("output_tokens", outputTokens);
    typed.put("turns", turns);
    typed.put("think_time", thinkTime);
    typed.put("history", history);
    for (Map.Entry<String, @Nullable Object> each : typed.entrySet()) {
      Object value = each.getValue();
      told = value == null ? told : told.with("workload." + each.getKey(), value.toString());
    }
    return told;
  }

  /// Whether sessions of several turns are made of a workload's requests.
  public boolean makesSessions() {
    return turns != null;
  }

  /// As typed, or as usual.
  public long seed() {
    return typedSeed == null ? usual : typedSeed;
  }

  private boolean seeded() {
    return typedSeed != null;
  }

  /// Asks with a seed that was never asked before, unless somebody typed one: what an earlier
  /// asking asked may lie in a cache, and has the luck that it had.
  public void draw() {
    if (!seeded()) {
      reseed(RandomGenerator.getDefault().nextInt(1, Integer.MAX_VALUE));
    }
  }

  /// Asks with another seed.
  public void reseed(long other) {
    usual = other;
    typedSeed = null;
  }
}
