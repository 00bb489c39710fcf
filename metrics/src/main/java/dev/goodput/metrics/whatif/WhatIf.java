package dev.goodput.metrics.whatif;

import dev.goodput.metrics.slo.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What a TTFT and a TPOT mean for answers of one length, with another server to compare if given.
///
/// @param tokens the length of the answer
/// @param reader the reader who follows the stream
/// @param slo an SLO to check in addition to the presets; null for none
/// @param a the server in question
/// @param b the server to compare it with; null for none
public record WhatIf(int tokens, Reader reader, @Nullable Slo slo, Server a, @Nullable Server b) {
  /// One of the two servers that are compared.
  ///
  /// @param price the price of the server; null if not given
  /// @param taken the price terms taken from the other server because they were not given for this
  ///   one
  /// @param satisfied the share of its users that are satisfied, above 0 and at most 1; null if not
  ///   given
  public record Server(
      EvenStream stream, @Nullable Price price, List<String> taken, @Nullable Double satisfied) {
    /// Copies the list.
    public Server {
      taken = List.copyOf(taken);
    }

    /// Returns the cost of a request that leaves its user satisfied: the price of a request ÷
    /// satisfied share; null if either is not given.
    ///
    /// @param tokens length of the response
    public @Nullable Double perSatisfiedRequest(int tokens) {
      return price == null || satisfied == null
          ? null
          : Double.valueOf(price.perRequest(stream, tokens) / satisfied);
    }
  }

  /// Returns the satisfied share from which B costs no more per satisfied request than A: A's share
  /// × B's price ÷ A's price. Above 1 no share suffices. Null if a price or A's share is not given.
  public @Nullable Double breakEvenSatisfaction() {
    Double ofA = a.perSatisfiedRequest(tokens);
    return b == null || b.price() == null || ofA == null || ofA == 0
        ? null
        : Double.valueOf(b.price().perRequest(b.stream(), tokens) / ofA);
  }

  /// Returns whether there is time between tokens: a single token has no gap.
  public boolean streams() {
    return tokens > 1;
  }

  /// Checks one of the servers against the given SLO and then against the presets.
  public List<SloCheck> fits(Server one) {
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
  public List<Integer> lengths(LatencyComparison faster) {
    LongStream usual = LongStream.of(1, 10, 100, 500, 2000, tokens);
    LongStream turn =
        faster instanceof LatencyComparison.Crossover turns
            ? LongStream.rangeClosed(turns.lastBelow(), turns.firstAbove())
            : LongStream.empty();
    return LongStream.concat(usual, turn)
        .filter(length -> length <= EvenStream.MAX_TOKENS)
        .sorted()
        .distinct()
        .mapToObj(Math::toIntExact)
        .toList();
  }
}
