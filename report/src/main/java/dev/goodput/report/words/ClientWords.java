package dev.goodput.report.words;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.ClientHealth.Cause;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.distribution.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether the client that measured can be believed.
public final class ClientWords {
  private static final String CAPPED = "capped: ";

  private ClientWords() {}

  /// The judgement on the client at a level.
  public static Verdict verdict(LevelResult level) {
    ClientHealth client = level.client();
    return switch (client.verdict()) {
      case TRUSTED -> new Verdict(Tone.GOOD, "client trusted", figures(level), "");
      case SUSPECT ->
          new Verdict(
              Tone.WARN,
              "client suspect",
              reasons(client),
              "The client may have coloured these figures.");
      case CLIENT_BOUND ->
          new Verdict(Tone.BAD, "client-bound", reasons(client), "Do not quote these figures.");
    };
  }

  /// What a cap that was asked for did to the latencies; empty where there is none or it did
  /// nothing.
  static Optional<Verdict> capped(LevelResult level) {
    return level.client().notes().stream()
        .filter(note -> note.startsWith(CAPPED))
        .findFirst()
        .map(note -> new Verdict(Tone.WARN, "capped", note.substring(CAPPED.length()), ""));
  }

  /// The notes on the client, but for what a verdict says.
  static List<String> notes(LevelResult level) {
    return level.client().notes().stream().filter(note -> !note.startsWith(CAPPED)).toList();
  }

  /// Why the client cannot be believed, and what to do: several causes may name one remedy, which
  /// is said once, at the end.
  public static String reasons(ClientHealth client) {
    return Stream.concat(
            client.causes().stream().map(Cause::what),
            client.causes().stream()
                .map(Cause::remedy)
                .filter(remedy -> !remedy.isEmpty())
                .distinct())
        .collect(Collectors.joining("; "));
  }

  /// The client's health in figures: `schedule lag p99 0.04 ms · arrivals 100 % of asked`.
  public static String figures(LevelResult level) {
    ClientHealth client = level.client();
    List<String> parts = new ArrayList<>();
    lag("schedule lag", client.scheduleLagMs(), parts);
    lag("loop lag", client.loopLagMs(), parts);
    if (client.takenUpShare() != null) {
      parts.add("arrivals " + Figures.share(client.takenUpShare()) + " of asked");
    }
    if (level.load().dispersion1s() != null) {
      parts.add("dispersion " + Figures.number(level.load().dispersion1s()));
    }
    if (client.cpuShare() != null) {
      parts.add("CPU " + Figures.share(client.cpuShare()));
    }
    return String.join(" · ", parts);
  }

  private static void lag(String name, @Nullable Distribution lag, List<String> parts) {
    if (lag != null && lag.max() != null) {
      String statistic = lag.p99() == null ? " max " : " p99 ";
      parts.add(name + statistic + Figures.duration(lag.p99OrMax()));
    }
  }
}
