package dev.goodput.app.endpoint;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.record.Manifest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Workload options.
public final class WorkloadOptions {
  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--workload",
      paramLabel = "NAME|FILE",
      description =
          "azure-conv, azure-code, mooncake-conversation, sharegpt-lengths, synthetic, "
              + "tasks-…, or a .jsonl, .json or .csv file (default: azure-conv)")
  @Nullable String workload;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--input-tokens",
      paramLabel = "N|DIST",
      description =
          "prompt length: a number or a distribution such as uniform(64,512), "
              + "normal(512,64) or lognormal(512,0.6)")
  @Nullable String inputTokens;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--output-tokens",
      paramLabel = "N|DIST",
      description = "response length: a number or a distribution")
  @Nullable String outputTokens;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--tokenizer",
      paramLabel = "FILE|NAME",
      description =
          "tokenizer.json or a tiktoken name (default: calibrated from the server's " + "usage)")
  @Nullable String tokenizer;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--cache-bust",
      description = "make every prompt unique, so that no prefix cache can help")
  boolean cacheBust;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--turns",
      paramLabel = "N|DIST",
      description = "turns per session, made from single requests: a number or a distribution")
  @Nullable String turns;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--think-time",
      paramLabel = "TIME",
      description = "pause between a response and the user's next request or turn (default: 0)")
  @Nullable Duration thinkTime;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--history",
      paramLabel = "KIND",
      description =
          "what later turns send: cumulative (all earlier turns) or by-turn (the turn "
              + "alone) (default: cumulative)")
  @Nullable String history;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "random seed; the same seed sends the same requests (default: 42; gate picks " + "one)")
  @Nullable Long typedSeed;

  private long usual = 42;

  /// Returns generated requests of one length, for measurements of how a stream arrives rather than
  /// its content.
  public static WorkloadOptions even(long inputTokens, long outputTokens) {
    WorkloadOptions options = new WorkloadOptions();
    options.workload = "synthetic";
    options.inputTokens = Long.toString(inputTokens);
    options.outputTokens = Long.toString(outputTokens);
    return options;
  }

  /// Returns the pause of users before their next session or single request; null if there is none.
  /// In a closed loop, a user who thinks between turns also thinks before the next session, so that
  /// N = X (R + Z) holds for turns. In an open loop each session has a user of its own.
  public @Nullable Duration thinkTimeOfUsers(boolean closed) {
    return closed || turns == null ? thinkTime : null;
  }

  /// Refuses a think time without sessions, for commands whose loads have no users that think.
  ///
  /// @throws dev.goodput.runner.AppException.Usage naming the option that is missing
  public void requireSessionsForThinkTime() {
    refuse(
        thinkTimeOfUsers(false) != null,
        "--think-time needs sessions here; pass the number of turns with --turns");
  }

  /// Has no two prompts share a prefix, of this run or of an earlier one: no cache knows them.
  public void shareNothing() {
    cacheBust = true;
    draw();
  }

  /// Adds what replaces the workload's own lengths and sessions, as typed.
  Manifest addTo(Manifest manifest) {
    Manifest updated = manifest;
    Map<String, @Nullable Object> typed = new TreeMap<>();
    typed.put("input_tokens", inputTokens);
    typed.put("output_tokens", outputTokens);
    typed.put("turns", turns);
    typed.put("think_time", thinkTime);
    typed.put("history", history);
    for (Map.Entry<String, @Nullable Object> each : typed.entrySet()) {
      Object value = each.getValue();
      updated =
          value == null ? updated : updated.with("workload." + each.getKey(), value.toString());
    }
    return updated;
  }

  /// As typed, or as usual.
  public long seed() {
    return typedSeed == null ? usual : typedSeed;
  }

  private boolean seeded() {
    return typedSeed != null;
  }

  /// Chooses a new random seed unless an option set one: earlier requests may be in a cache, and
  /// their seed has its own luck.
  public void draw() {
    if (!seeded()) {
      reseed(RandomGenerator.getDefault().nextInt(1, Integer.MAX_VALUE));
    }
  }

  /// Sets another seed.
  public void reseed(long other) {
    usual = other;
    typedSeed = null;
  }
}
