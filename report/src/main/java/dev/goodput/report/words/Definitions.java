package dev.goodput.report.words;

import dev.goodput.report.model.Fact;
import java.util.List;

/// What the words mean, short enough for a page.
public final class Definitions {
  private static final List<Fact> ALL =
      List.of(
          new Fact(
              "start",
              "the arrival that the schedule requested; with a fixed number of users the moment the"
                  + " user's turn came. Every latency counts from here unless stated otherwise."),
          new Fact(
              "TTFT",
              "time to first token: from the start to the first generated content. A chunk"
                  + " that only names a role is not content."),
          new Fact(
              "TPOT",
              "time per output token: first to last token ÷ (tokens − 1), one value per"
                  + " request; none for an answer of one token."),
          new Fact(
              "ITL",
              "inter-token latency: gaps between chunks, spread evenly over the tokens of"
                  + " each chunk; long answers weigh more than short ones."),
          new Fact("E2EL", "end-to-end latency: from the start to the last token."),
          new Fact(
              "percentile",
              "p95 is the smallest observed value that at least 95 % of the observations do not"
                  + " exceed. It describes this run. Failures have no latency; they count in error"
                  + " rate, attainment and goodput."),
          new Fact(
              "output tokens",
              "the last usage that the server names, else the tokenizer's count, else the content"
                  + " chunks. A usage of 0 with content is ignored."),
          new Fact(
              "input tokens",
              "what usage names of the prompt, else the tokenizer's count, else what was requested."
                  + " A usage of 0 is ignored, because every prompt has tokens."),
          new Fact(
              "good",
              "an answer that is complete and within every threshold of the SLO. One that came"
                  + " whole though a stream was requested has no TTFT; it keeps a bound on TTFT"
                  + " only where all of it was there in that time."),
          new Fact(
              "attainment",
              "good requests ÷ all intended arrivals, so that refusing work cannot"
                  + " improve it."),
          new Fact(
              "useful work",
              "tokens in good answers ÷ all tokens received, those of failed, cancelled and late"
                  + " answers included, and those that the engine computed again, where it reports"
                  + " them."),
          new Fact(
              "fluidity",
              "tokens that came by their deadline ÷ all tokens: the first within the TTFT bound,"
                  + " each other within the TPOT bound of the one before or of its deadline,"
                  + " whichever is later. Smooth goodput is their rate."),
          new Fact(
              "server",
              "what the server reported on its metrics page, scraped once a second:"
                  + " means and peaks over the measurement window; preemptions and counts over the"
                  + " whole level. Counts agree where it counted as many requests and tokens as the"
                  + " client."),
          new Fact(
              "client wait",
              "from the start to the last request byte sent. Where a gateway measured users' own"
                  + " traffic, the wait in the gateway."),
          new Fact(
              "lag",
              "how late the client, or the gateway, was by its own clock: schedule lag to take up"
                  + " an arrival, event-loop lag to do anything at all."),
          new Fact(
              "dispersion",
              "variance ÷ mean of arrivals per second: 0 for an even schedule, about 1 for Poisson"
                  + " arrivals, more for bursts."),
          new Fact(
              "independent",
              "requests that are answered together share a batch and are no separate observations:"
                  + " so many there are in effect."),
          new Fact(
              "reader",
              "someone who starts at the first token and reads at the stated pace; a"
                  + " stall is a wait for a token that was not there yet."));

  private Definitions() {}

  /// All definitions, in reading order.
  public static List<Fact> all() {
    return ALL;
  }
}
