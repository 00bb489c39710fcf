package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.report.ReportInput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What someone who runs no servers understands, in a few sentences: the wait, the flow, and what
/// the bad share means in people.
public final class Sentences {
  private static final long A_DAY = 1_000_000;

  private static final String PAUSE = " without a pause that a reader at ";

  /// As many as a p95 takes: 1/(1 − p).
  private static final long MIN_INDEPENDENT = 20;

  private Sentences() {}

  /// The sentences on a level of a run. The first one names a simulated engine.
  public static List<String> of(ReportInput in, LevelResult level) {
    List<String> sentences = new ArrayList<>();
    simulated(in).ifPresent(sentences::add);
    sentences.addAll(of(level));
    return sentences;
  }

  /// Returns that no real server was measured; empty if one was.
  public static Optional<String> simulated(ReportInput in) {
    boolean virtual = in.fact("target.url").orElse("").startsWith("virtual:");
    return in.fact("target.profile")
        .map(profile ->
            "No real server was measured: a simulated "
                + SafeText.shortened(profile.replace("/", " / "))
                + (virtual ? " answered, in virtual time." : " answered."));
  }

  /// The sentences on a level.
  public static List<String> of(LevelResult level) {
    List<String> sentences = new ArrayList<>();
    if (level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      sentences.add(
          "The measuring "
              + ClientText.measurer(level)
              + " was too slow, so these figures describe it and not the server.");
      return sentences;
    }
    if (level.requests().intended() == 0) {
      sentences.add(
          level.lost()
              ? "The log ends before a request of the measurement window was over, so nothing was"
                  + " measured."
              : "No request started within the measurement window, so nothing was measured.");
      excluded(level, sentences);
      return sentences;
    }
    if (level.requests().ok() == 0) {
      unanswered(level, sentences);
      return sentences;
    }
    if (level.backlog() != null) {
      sentences.add(Verdicts.backlogSentence());
    }
    sentences.add(wait(level));
    Reading reading = level.reading();
    if (reading != null) {
      sentences.add(flow(level, reading));
    }
    people(level).ifPresent(sentences::add);
    if (isJudged(level)) {
      excluded(level, sentences);
    }
    return sentences;
  }

  // Somebody may have been answered outside the window.
  private static void unanswered(LevelResult level, List<String> sentences) {
    boolean others = level.totals().ok() > 0;
    sentences.add(
        others
            ? "No request of the measurement window got a response."
            : "No request got a response.");
    String kinds = others ? Verdicts.inWindow(level) : Verdicts.byOutcome(level);
    if (!kinds.isEmpty()) {
      sentences.add("What happened instead: " + kinds + ".");
    }
    if (others) {
      excluded(level, sentences);
    }
  }

  // The sentences so far describe the window; failures outside it affected users too.
  private static void excluded(LevelResult level, List<String> sentences) {
    long failed = level.excludedFailures();
    if (failed > 0) {
      sentences.add(
          "That covers the measurement window: of the "
              + Figures.counted(level.excluded(), "request")
              + " outside it, "
              + Figures.count(failed)
              + " failed.");
    }
  }

  private static String wait(LevelResult level) {
    Distribution ttft = level.latencies().ttft();
    String what = ttft == null ? "got the whole response" : "got the first word";
    Distribution wait = ttft == null ? level.latencies().e2el() : ttft;
    if (wait == null || wait.p50OrMax() == null) {
      return "No response had a measurable time.";
    }
    Rating rating = Ratings.ttft(level);
    String feels = rating == null ? "" : ", which feels " + feeling(rating);
    long whole = level.unstreamed();
    return half(level, wait.count())
        + " "
        + what
        + " within "
        + Figures.duration(wait.p50OrMax())
        + ", and "
        + (wait.p95() == null ? "all of them" : "95 in 100")
        + " within "
        + Figures.duration(wait.p95OrMax())
        + feels
        + (whole == 0
            ? ""
            : "; " + Figures.counted(whole, "other") + " got the response in one piece")
        + ".";
  }

  // Latencies are those of the answers: who got none has waited longer than any of them.
  private static String half(LevelResult level, long answers) {
    if (level.unstreamed() > 0) {
      return "Of the "
          + Figures.counted(answers, "request")
          + (level.lost() ? " in the log" : "")
          + " whose response streamed, half";
    }
    if (level.lost()) {
      return "Of the requests whose response is in the log, half";
    }
    return level.allAnswered()
        ? "Half of the requests"
        : "Of the requests that got a response, half";
  }

  private static String feeling(Rating rating) {
    return rating == Rating.ABANDONED ? "so long that many leave" : rating.label();
  }

  private static String flow(LevelResult level, Reading reading) {
    Double surplus = reading.surplusSpeed();
    Double noticeable = reading.noticeableShare();
    String pace = Figures.plain(reading.paceTps()) + " tokens/s";
    String speed =
        surplus == null
            ? "No response was long enough to have a speed"
            : "The text then arrived at " + Figures.times(surplus) + " reading speed";
    if (noticeable == null || !Ratings.startsInTime(level)) {
      return speed + ".";
    }
    return speed + "; " + Figures.share(1 - noticeable) + readers(level) + pace + " notices.";
  }

  static String readers(LevelResult level) {
    if (level.lost()) {
      return (level.unstreamed() > 0
              ? " of the streams in the log"
              : " of the responses in the log")
          + " arrived"
          + PAUSE;
    }
    boolean all = level.requests().failed() == 0;
    if (level.unstreamed() > 0) {
      return all
          ? " of the streamed responses arrived" + PAUSE
          : " of the requests (without those answered in one piece and their share of the failures)"
              + " got a response"
              + PAUSE;
    }
    return all ? " of the responses arrived" + PAUSE : " of the requests got a response" + PAUSE;
  }

  // Without an SLO there is no share of requests to name: that 5 % wait longer than the p95 is true
  // of
  // every server.
  private static Optional<String> people(LevelResult level) {
    if (level.lost()) {
      return Optional.of(
          "Requests that were still waiting when the log ends are not in it, and they waited"
              + " longest: the share of all requests is unknown.");
    }
    Double attainment = LevelFigures.attainment(level);
    if (attainment != null && isJudged(level)) {
      return Optional.of(served(level, 1 - attainment));
    }
    Double errors = level.judgedErrorRate();
    if (errors != null && errors > 0) {
      return Optional.of(Figures.share(errors) + " of the requests failed.");
    }
    return level.leftEarly() == 0
        ? Optional.empty()
        : Optional.of(
            "The users of "
                + Figures.counted(level.leftEarly(), "request")
                + " left before there was an answer to judge.");
  }

  private static boolean isJudged(LevelResult level) {
    return level.goodput() != null && level.sloMet() != null && level.bounded();
  }

  private static String served(LevelResult level, double bad) {
    if (bad <= 0) {
      return level.leftEarly() == 0
          ? "Every request met " + slo(level) + "."
          : "Every request that could be judged met "
              + slo(level)
              + "; "
              + Figures.counted(level.leftEarly(), "other")
              + " left too early for it.";
    }
    return Figures.share(bad) + " of the requests missed " + slo(level) + scaled(level, bad) + ".";
  }

  /// Returns the term with its meaning, because these sentences are the first that a reader meets:
  /// `the service-level objective (SLO: first token within 200 ms, 80 ms per further token)`.
  private static String slo(LevelResult level) {
    List<Bound> all = level.bounds().stream().map(BoundResult::bound).toList();
    String bounds =
        all.stream().map(each -> inWords(each, all)).distinct().collect(Collectors.joining(", "));
    return "the service-level objective (SLO" + (bounds.isEmpty() ? "" : ": " + bounds) + ")";
  }

  private static String inWords(Bound bound, List<Bound> all) {
    boolean alone =
        all.stream()
            .filter(each -> each.metric() == bound.metric())
            .allMatch(each -> each.thresholdNanos() == bound.thresholdNanos());
    return alone || bound.percentile() == null
        ? inWords(bound)
        : inWords(bound) + " (p" + bound.percentile().toPlainString() + ")";
  }

  private static String inWords(Bound bound) {
    String limit = Figures.bound(bound.thresholdNanos() / 1e6);
    return switch (bound.metric()) {
      case TTFT -> "first token within " + limit;
      case TPOT -> limit + " per further token";
      case ITL -> limit + " between tokens";
      case E2EL -> "complete response within " + limit;
      default -> bound.metric().key().replace('_', ' ') + " within " + limit;
    };
  }

  // Requests that overlap share their fate: where that leaves fewer independent observations than a
  // p95 takes, nothing is scaled to a day.
  private static String scaled(LevelResult level, double bad) {
    return independent(level, level.judged()) < MIN_INDEPENDENT
        ? ""
        : ": at a million requests a day that is "
            + Figures.count(rounded(bad * A_DAY))
            + " requests";
  }

  private static long independent(LevelResult level, long requests) {
    Distribution e2el = level.latencies().e2el();
    if (e2el == null || e2el.nEffective() == null) {
      return requests;
    }
    return Math.max(1, Math.round(requests * e2el.nEffective() / e2el.count()));
  }

  // Three digits are as many as the share has.
  private static long rounded(double requests) {
    return new BigDecimal(requests).round(new MathContext(3)).longValue();
  }
}
