package dev.goodput.app.plan;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Faster;
import dev.goodput.metrics.whatif.Reader;
import dev.goodput.metrics.whatif.SloFit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What was asked of `plan whatif`.
///
/// @param tokens of the answer
/// @param reader who reads it along
/// @param slo judged beside the presets, null for none
/// @param a what is asked about
/// @param b what it is held against, null for nothing
record WhatIf(int tokens, Reader reader, @Nullable Slo slo, Case a, @Nullable Case b) {

  /// Whether there is time between tokens: one token has none before or behind it.
  boolean streams() {
    return tokens > 1;
  }

  /// The SLO that was asked for, and the presets behind it, held against one of the two.
  List<SloFit> fits(Case one) {
    List<Slo> slos = new ArrayList<>();
    if (slo != null) {
      slos.add(slo);
    }
    Slo.presetNames().forEach(name -> Slo.preset(name).ifPresent(slos::add));
    return slos.stream().map(each -> SloFit.of(each, one.stream(), tokens, reader)).toList();
  }

  /// Lengths of answers at which the two are worth a look: usual ones, the one that was asked for,
  /// and those on either side of where the other becomes the faster one.
  ///
  /// @param faster by end-to-end latency
  List<Integer> lengths(Faster faster) {
    LongStream usual = LongStream.of(1, 10, 100, 500, 2000, tokens);
    LongStream turn =
        faster instanceof Faster.Turns turns
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
