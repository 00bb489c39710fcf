package dev.goodput.app.plan;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.findings.whatif.WhatIfJson;
import dev.goodput.findings.whatif.WhatIfText;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Reader;
import dev.goodput.metrics.whatif.WhatIf;
import dev.goodput.record.words.Quantities;
import dev.goodput.runner.AppException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput plan whatif`: textbook arithmetic on latencies.
@CommandHelp(
    common = {
      "--ttft",
      "--tpot",
      "--tokens",
      "--versus",
      "--slo",
      "--price-output",
      "--cost-per-hour",
      "--concurrency",
      "--price-request",
      "--satisfied",
      "--json"
    })
@Command(
    name = "whatif",
    description = {
      "Shows what a TTFT and a TPOT mean for a response and its reader.",
      "This is arithmetic: every token arrives when it is expected, and no server is needed. "
          + "With --versus it shows which of two servers is faster, for which readers, and from "
          + "which response length on. To measure a server under load, use bench."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput plan whatif --ttft TIME --tpot TIME --tokens N [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "E2EL = TTFT + (N - 1) x TPOT, because TTFT includes the first token. Textbooks write TTFT "
          + "+ N x TPOT, one TPOT more. The output shows both.",
      "A reader takes the first token when it arrives and each further token 1/pace later. If a "
          + "token has not arrived by then, the reader waits: a stall.",
      "",
      "goodput plan whatif --ttft 1.2s --tpot 80ms --tokens 50 \\",
      "  --versus ttft=0.8s,tpot=100ms",
      "goodput plan whatif --ttft 300ms --tpot 25ms --tokens 400 --cost-per-hour 3 \\",
      "  --concurrency 32 --versus ttft=500ms,tpot=20ms,price-output=0.60"
    })
final class WhatIfCommand implements Callable<Integer> {
  @ArgGroup(validate = false, order = 1, heading = "%nResponse%n")
  private Answer answer = new Answer();

  @ArgGroup(validate = false, order = 2, heading = "%nCost%n")
  private Costs costs = new Costs();

  @ArgGroup(validate = false, order = 3, heading = "%nOutput%n")
  private Written written = new Written();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// The options for the answer, its reader and the comparison.
  static final class Answer {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(names = "--ttft", paramLabel = "TIME", description = "time to first token: 1.2s")
    @Nullable Duration ttft;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(names = "--tpot", paramLabel = "TIME", description = "time per output token: 80ms")
    @Nullable Duration tpot;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(names = "--tokens", paramLabel = "N", description = "response length in tokens")
    @Nullable Integer tokens;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--pace",
        paramLabel = "TOK/S",
        description = "reading speed in tokens/s (default: 5, about 240 words a minute)")
    double pace = 5;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--versus",
        paramLabel = "KEY=VALUE,…",
        description =
            "second server to compare with: ttft and tpot; also price-input, price-output, "
                + "cost-per-hour, concurrency, price-request or satisfied where they differ")
    @Nullable String versus;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--slo",
        paramLabel = "PRESET|EXPR",
        description = "SLO to check in addition to the presets: \"ttft<=500ms, e2el<=5s\"")
    @Nullable String slo;
  }

  /// The price options.
  static final class Costs {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--price-output",
        paramLabel = "PRICE",
        description = "price of a million output tokens: 0.60 or 0.60EUR")
    @Nullable String output;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--price-input",
        paramLabel = "PRICE",
        description = "price of a million input tokens; needs --input-tokens")
    @Nullable String input;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(names = "--input-tokens", paramLabel = "N", description = "prompt length in tokens")
    @Nullable Integer inputTokens;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--cost-per-hour",
        paramLabel = "PRICE",
        description = "price of your own server per hour, instead of token prices")
    @Nullable String hour;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--concurrency",
        paramLabel = "N",
        description = "requests that the server processes at once, on average")
    @Nullable Integer concurrency;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--price-request",
        paramLabel = "PRICE",
        description = "price of a whole request: 0.05")
    @Nullable String request;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--satisfied",
        paramLabel = "SHARE",
        description = "share of satisfied users: 85%%; gives the cost of a satisfied request")
    @Nullable String satisfied;

    PriceTerms terms() {
      return new PriceTerms(input, output, hour, concurrency, request);
    }
  }

  /// The options for the output format.
  static final class Written {
    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--json", description = "print the result as JSON")
    boolean json;
  }

  @Override
  public Integer call() {
    WhatIf requested = requested();
    PrintWriter out = spec.commandLine().getOut();
    out.print(written.json ? WhatIfJson.of(requested) : WhatIfText.of(requested));
    out.flush();
    return 0;
  }

  private WhatIf requested() {
    Duration ttft = answer.ttft;
    Duration tpot = answer.tpot;
    Integer tokens = answer.tokens;
    if (ttft == null || tpot == null || tokens == null) {
      throw missing();
    }
    if (tokens < 1 || tokens > EvenStream.MAX_TOKENS) {
      throw new AppException.Usage(
          "--tokens must be between 1 and %d, found %d".formatted(EvenStream.MAX_TOKENS, tokens));
    }
    if (costs.inputTokens != null && costs.inputTokens < 0) {
      throw new AppException.Usage("--input-tokens must be 0 or more, found " + costs.inputTokens);
    }
    boolean priced =
        costs.input != null || (answer.versus != null && answer.versus.contains("price-input"));
    if (costs.inputTokens != null && !priced) {
      throw new AppException.Usage("--input-tokens is for --price-input; give that too");
    }
    EvenStream a = new EvenStream(Versus.nanos("--ttft", ttft), Versus.nanos("--tpot", tpot));
    return new WhatIf(
        tokens,
        reader(),
        answer.slo == null ? null : Slo.parse(answer.slo),
        new WhatIf.Server(
            a,
            costs.terms().read(costs.inputTokens),
            List.of(),
            satisfied("--satisfied", costs.satisfied)),
        versus());
  }

  private WhatIf.@Nullable Server versus() {
    if (answer.versus == null) {
      return null;
    }
    Versus versus = Versus.read(answer.versus);
    PriceTerms terms = versus.price().over(costs.terms());
    return new WhatIf.Server(
        versus.stream(),
        terms.read(costs.inputTokens),
        versus.price().taken(costs.terms()),
        versus.satisfied());
  }

  /// Returns a share of satisfied users; null if not given.
  ///
  /// @param name the option, for messages
  static @Nullable Double satisfied(String name, @Nullable String typed) {
    if (typed == null) {
      return null;
    }
    double share;
    try {
      share = Quantities.share(typed);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(name + ": " + e.getMessage());
    }
    if (!(share > 0 && share <= 1)) {
      throw new AppException.Usage(
          name + " must be above 0 and at most 100%, found \"" + typed + "\"");
    }
    return share;
  }

  private Reader reader() {
    double pace = answer.pace;
    if (!(pace >= Reader.SLOWEST_TPS) || Double.isInfinite(pace)) {
      throw new AppException.Usage("--pace must be above 0, found " + pace);
    }
    return new Reader(pace);
  }

  private AppException missing() {
    List<String> missing = new ArrayList<>();
    if (answer.ttft == null) {
      missing.add("--ttft 1.2s");
    }
    if (answer.tpot == null) {
      missing.add("--tpot 80ms");
    }
    if (answer.tokens == null) {
      missing.add("--tokens 50");
    }
    return new AppException.Usage(
        "plan whatif needs --ttft, --tpot and --tokens; add " + String.join(" ", missing));
  }
}
