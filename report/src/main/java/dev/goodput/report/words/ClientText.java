package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Cause;
import dev.goodput.metrics.result.ClientHealth.Note;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether the client that measured can be believed; of users' own traffic that is a gateway.
public final class ClientText {
  private static final String BOUND = "-bound";

  private ClientText() {}

  /// What measured a level: `client`, `gateway`.
  public static String measurer(LevelResult level) {
    return level.load().observed() ? "gateway" : "client";
  }

  /// Returns the title for a level whose client was the bottleneck: `client-bound`.
  public static String boundTitle(LevelResult level) {
    return measurer(level) + BOUND;
  }

  /// The judgement on the client at a level.
  public static Verdict verdict(LevelResult level) {
    ClientHealth client = level.client();
    return switch (client.verdict()) {
      case TRUSTED -> trusted(measurer(level), figures(level));
      case SUSPECT ->
          Severity.WARN.verdict(
              measurer(level) + " suspect",
              reasons(client),
              "The " + measurer(level) + " may have coloured these figures.");
      case CLIENT_BOUND -> bound(List.of(level), each -> "");
    };
  }

  /// The same in a word, with the reasons where there are any: `trusted`.
  public static String brief(LevelResult level) {
    ClientHealth client = level.client();
    return switch (client.verdict()) {
      case TRUSTED -> figures(level).isEmpty() ? "not sampled" : client.verdict().key();
      case SUSPECT -> client.verdict().key() + ": " + reasons(client);
      case CLIENT_BOUND -> boundTitle(level);
    };
  }

  /// Whether a verdict is on the client and has no more to it than [#brief(LevelResult)].
  public static boolean isBrief(Verdict verdict) {
    return verdict.title().matches("(client|gateway) (trusted|suspect|not sampled)");
  }

  private static Verdict trusted(String who, String figures) {
    return figures.isEmpty()
        ? Severity.PLAIN.verdict(who + " not sampled", "the log holds nothing of it")
        : Severity.GOOD.verdict(who + " trusted", figures);
  }

  /// Returns what a cap did to the latencies; empty if there is no cap or it did nothing.
  public static Optional<Verdict> capped(LevelResult level) {
    return level.client().notes().stream()
        .filter(Note::capped)
        .findFirst()
        .map(note -> Severity.WARN.verdict("capped", note.what()));
  }

  /// Returns the notes on the client that are not part of a verdict.
  static List<String> notes(LevelResult level) {
    return level.client().notes().stream()
        .filter(note -> !note.capped())
        .map(Note::sentence)
        .toList();
  }

  /// The judgement on the client of a run at some of whose levels it was the bottleneck: all of
  /// them are named.
  ///
  /// @param levels those levels, at least one
  /// @param where the name of the level, if there are several; empty for a single one
  static Verdict bound(List<LevelResult> levels, Function<LevelResult, String> where) {
    String whats =
        levels.stream()
            .map(level ->
                where.apply(level) + whats(level.client()).collect(Collectors.joining("; ")))
            .collect(Collectors.joining("; "));
    Stream<String> remedies =
        levels.stream().map(LevelResult::client).flatMap(ClientText::remedies).distinct();
    return Severity.BAD.verdict(
        boundTitle(levels.getFirst()),
        whats,
        SafeText.capital(
            Stream.concat(remedies, Stream.of("do not quote these figures."))
                .collect(Collectors.joining("; "))));
  }

  /// Returns whether a verdict states that the client was the bottleneck.
  public static boolean isBound(Verdict verdict) {
    return verdict.title().endsWith(BOUND);
  }

  /// Returns why the client cannot be trusted, and what to do: several causes may have one remedy,
  /// which is printed once, at the end.
  public static String reasons(ClientHealth client) {
    return Stream.concat(whats(client), remedies(client).distinct())
        .collect(Collectors.joining("; "));
  }

  private static Stream<String> whats(ClientHealth client) {
    return client.causes().stream().map(Cause::what);
  }

  private static Stream<String> remedies(ClientHealth client) {
    return client.causes().stream().map(Cause::remedy).filter(remedy -> !remedy.isEmpty());
  }

  /// The client's health in figures: `schedule lag p99 0.04 ms · 100 % of planned arrivals sent`.
  public static String figures(LevelResult level) {
    ClientHealth client = level.client();
    List<String> parts = new ArrayList<>();
    lag("schedule lag", client.scheduleLagMs(), parts);
    lag(loopLag(level.load().targetConcurrency() != null), client.loopLagMs(), parts);
    if (client.takenUpShare() != null) {
      parts.add(Figures.share(client.takenUpShare()) + " of planned arrivals sent");
    }
    if (client.cpuShare() != null) {
      parts.add("CPU " + Figures.share(client.cpuShare()));
    }
    return String.join(" · ", parts);
  }

  /// What to call the lag of the loops: in a closed loop those who wait there are its users.
  public static String loopLag(boolean closed) {
    return closed ? "loop lag or users' wait" : "loop lag";
  }

  private static void lag(String name, @Nullable Distribution lag, List<String> parts) {
    if (lag != null && lag.max() != null) {
      String statistic = lag.p99() == null ? " max " : " p99 ";
      parts.add(name + statistic + Figures.duration(lag.p99OrMax()));
    }
  }
}
