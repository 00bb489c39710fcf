package dev.goodput.app.plan;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.LatencyComparison;
import dev.goodput.metrics.whatif.Reader;
import dev.goodput.metrics.whatif.SloCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The input of `plan whatif`.
///
/// @param tokens the length of the answer
/// @param reader the reader who follows the stream
/// @param slo the SLO to check beside the presets; null for none
/// @param a the server in question
/// @param b the server to compare it with; null for none
record WhatIf(
    int tokens, Reader reader, @Nullable Slo slo, ComparedLatency a, @Nullable ComparedLatency b) {

  /// Returns whether there is time between tokens: a single token has no gap.
  boolean streams() {
    return tokens > 1;
  }

  /// Checks one of the servers against the given SLO and then against the presets.
  List<SloCheck> fits(ComparedLatency one) {
    List<Slo> slos = new ArrayList<>();
    if (slo != null) {
      slos.add(slo);
    }
    Slo.presetNames().forEach(name -> Slo.preset(name).ifPresent(slos::add));
    return slos.stream().map(each -> SloCheck.of(each, one.stream(), tokens, reader)).toList();
  }

  /// Returns the answer lengths to compare: usual lengths, the requested one, and those on either
  /// side of the point where the other server becomes faster.
  ///
  /// @param faster the comparison by end-to-end latency
  List<Integer> lengths(LatencyComparison faster) {
    LongStream usual = LongStream.of(1, 10, 100, 500, 2000, tokens);
    LongStream turn =
        faster instanceof LatencyComparison.Crossover turns
            ? LongStream.rangeClosed(turns.lastBelow(), turns.firstAbove())
            : LongStream.empty();
    return LongStream.concat(usual, turn)
        .filter(length -> length <= EvenStream.MOST_TOKENS)
        .sorted()
        .distinct()
        .mapToObj(Math::toIntExact)
        .toList();
  }
}
