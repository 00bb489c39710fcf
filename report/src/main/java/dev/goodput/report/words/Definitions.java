package dev.goodput.report.words;

import dev.goodput.report.model.Fact;
import java.util.List;
import java.util.stream.Stream;

/// What the words mean, short enough for a page.
public final class Definitions {
  private static final List<Fact> ALL =
      List.of(
          new Fact(
              "start",
              "the scheduled arrival of a request; with a fixed number of users, the moment"
                  + " when the user's turn came. Latencies count from here unless stated"
                  + " otherwise."),
          new Fact(
              "TTFT",
              "time to first token: from the start to the first generated content. A chunk"
                  + " that only has a role is not content."),
          new Fact(
              "TPOT",
              "time per output token: first to last token ÷ (tokens − 1), one value per"
                  + " request. A response of one token has none."),
          new Fact(
              "ITL",
              "inter-token latency: the gaps between chunks, spread evenly over the tokens"
                  + " of each chunk. Long responses weigh more than short ones."),
          new Fact("E2EL", "end-to-end latency: from the start to the last token."),
          new Fact(
              "percentile",
              "p95 is the smallest observed value that at least 95 % of the observations do"
                  + " not exceed. It describes this run. Failed requests have no latency; they"
                  + " count in error rate, attainment and goodput."),
          new Fact(
              "output tokens",
              "the server's last usage, or else the tokenizer's count, or else the number"
                  + " of content chunks. A usage of 0 with content is ignored."),
          new Fact(
              "input tokens",
              "the prompt tokens in the server's usage, or else the tokenizer's count, or"
                  + " else the requested length. A usage of 0 is ignored, because every prompt"
                  + " has tokens."),
          new Fact(
              "good",
              "a response that is complete and within every limit of the SLO. A response"
                  + " that arrived in one piece although a stream was requested has no TTFT; it"
                  + " meets a TTFT limit only if all of it arrived in that time."),
          new Fact(
              "attainment",
              "good requests ÷ all intended arrivals, so that rejecting work cannot improve"
                  + " it."),
          new Fact(
              "useful work",
              "tokens in good responses ÷ all received tokens. Those of failed, cancelled"
                  + " and late responses count below the line, and so do tokens that the engine"
                  + " computed again, if it reports them."),
          new Fact(
              "fluidity",
              "tokens that arrived by their deadline ÷ all tokens. The first token is due"
                  + " within the TTFT limit. Each further token is due one TPOT limit after the"
                  + " previous token, or after its deadline, whichever is later. Smooth goodput"
                  + " is the rate of these tokens."),
          new Fact(
              "server",
              "figures from the server's metrics page, scraped once a second: means and"
                  + " peaks over the measurement window; preemptions and counts over the whole"
                  + " level. The counts match if the server counted as many requests and tokens"
                  + " as the client."),
          new Fact(
              "client wait",
              "from the start to the last request byte sent. If a gateway measured users'"
                  + " own traffic: the wait in the gateway."),
          new Fact(
              "lag",
              "how late the client or the gateway was by its own clock. Schedule lag: the"
                  + " delay in sending an arrival. Event-loop lag: the delay in doing anything at"
                  + " all."),
          new Fact(
              "dispersion",
              "variance ÷ mean of arrivals per second: 0 for an even schedule, about 1 for"
                  + " Poisson arrivals, more for bursts."),
          new Fact(
              "independent",
              "requests that overlap share a batch, so they are not separate observations."
                  + " This is the number of separate observations that they are worth."),
          new Fact(
              "reader",
              "someone who starts at the first token and reads at the stated speed. A stall"
                  + " is a wait for a token that has not arrived yet."));

  private Definitions() {}

  /// Returns the meanings of the latencies among these words, in a sentence; empty if there are
  /// none.
  public static String meanings(List<String> words) {
    List<String> parts =
        Stream.of("TTFT", "TPOT", "ITL", "E2EL")
            .filter(words::contains)
            .map(name -> name + " is the " + shortName(name))
            .toList();
    return parts.isEmpty() ? "" : String.join(", ", parts) + ".";
  }

  /// Returns what the letters of a latency stand for, such as `time to first token`.
  public static String shortName(String latency) {
    String text =
        ALL.stream()
            .filter(each -> each.name().equals(latency))
            .map(Fact::text)
            .findFirst()
            .orElseThrow();
    return text.substring(0, text.indexOf(':'));
  }

  /// All definitions, in reading order.
  public static List<Fact> all() {
    return ALL;
  }
}
