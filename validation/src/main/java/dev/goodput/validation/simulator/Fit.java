package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the parameter values with the smallest error against a log: the simplex search of Nelder
/// and Mead (1965) over their logarithms, restarted where it ended until that gains nothing. It
/// needs no gradient, which a scheduler's jumps would spoil, and it follows valleys, such as a
/// higher overhead that compensates for a higher bandwidth.
final class Fit {
  private static final double FIRST_EDGE = .15;
  private static final double LAST_EDGE = 1e-3;
  private static final double LAST_GAIN = .02;
  private static final int MAX_ROUNDS = 8;
  private static final int MAX_STEPS = 120;

  /// A set of values and what the log is missed by under them.
  private static final class Vertex {
    private final double[] logs;
    private final double error;

    Vertex(double[] logs, double error) {
      this.logs = logs;
      this.error = error;
    }

    double[] logs() {
      return logs;
    }

    double error() {
      return error;
    }
  }

  private final EngineLog log;
  private final LatencyStatistics measured;
  private final EngineProfile start;
  private final List<Parameter> parameters;

  private Fit(EngineLog log, EngineProfile start, List<Parameter> parameters) {
    this.log = log;
    this.start = start;
    this.parameters = parameters;
    measured = log.measured();
  }

  /// The profile with those parameters fitted to the log, from its own values on.
  static EngineProfile of(EngineLog log, EngineProfile start, List<Parameter> parameters) {
    return parameters.isEmpty() ? start : new Fit(log, start, parameters).best();
  }

  private EngineProfile best() {
    double[] logs =
        parameters.stream().mapToDouble(p -> Math.log(p.of(start.efficiency()))).toArray();
    Vertex best = vertex(logs);
    int fruitless = 0;
    for (int round = 0; round < MAX_ROUNDS && fruitless < 2; round++) {
      Vertex found = search(best, round % 2 == 0 ? FIRST_EDGE : -FIRST_EDGE);
      fruitless = found.error() < best.error() * (1 - LAST_GAIN) ? 0 : fruitless + 1;
      best = found.error() < best.error() ? found : best;
    }
    return profile(best.logs());
  }

  private Vertex search(Vertex from, double edge) {
    List<Vertex> simplex = new ArrayList<>(List.of(from));
    for (int i = 0; i < parameters.size(); i++) {
      double[] logs = from.logs().clone();
      logs[i] += edge;
      simplex.add(vertex(logs));
    }
    for (int step = 0; step < MAX_STEPS && edge(simplex) > LAST_EDGE; step++) {
      simplex.sort(Comparator.comparingDouble(Vertex::error));
      move(simplex);
    }
    simplex.sort(Comparator.comparingDouble(Vertex::error));
    return simplex.getFirst();
  }

  /// Mirrors the worst vertex at the others' centre; goes twice as far where that is the best, half
  /// as far where it is no better, and draws all to the best where that does not help either.
  private void move(List<Vertex> simplex) {
    Vertex worst = simplex.getLast();
    Vertex next = simplex.get(simplex.size() - 2);
    double[] centre = centre(simplex);
    Vertex mirrored = vertex(between(centre, worst.logs(), -1));
    Vertex better = mirrored;
    if (mirrored.error() < simplex.getFirst().error()) {
      Vertex further = vertex(between(centre, worst.logs(), -2));
      better = further.error() < mirrored.error() ? further : mirrored;
    } else if (mirrored.error() >= next.error()) {
      better = vertex(between(centre, worst.logs(), mirrored.error() < worst.error() ? -.5 : .5));
    }
    if (better.error() < worst.error()) {
      simplex.set(simplex.size() - 1, better);
    } else {
      double[] best = simplex.getFirst().logs();
      simplex.subList(1, simplex.size()).replaceAll(v -> vertex(between(best, v.logs(), .5)));
    }
  }

  private static double[] centre(List<Vertex> simplex) {
    double[] centre = new double[simplex.getFirst().logs().length];
    for (Vertex vertex : simplex.subList(0, simplex.size() - 1)) {
      for (int i = 0; i < centre.length; i++) {
        centre[i] += vertex.logs()[i] / (simplex.size() - 1);
      }
    }
    return centre;
  }

  /// `from + share · (to − from)`.
  private static double[] between(double[] from, double[] to, double share) {
    double[] point = new double[from.length];
    for (int i = 0; i < point.length; i++) {
      point[i] = from[i] + share * (to[i] - from[i]);
    }
    return point;
  }

  private static double edge(List<Vertex> simplex) {
    double longest = 0;
    for (Vertex vertex : simplex) {
      for (int i = 0; i < vertex.logs().length; i++) {
        longest = Math.max(longest, Math.abs(vertex.logs()[i] - simplex.getFirst().logs()[i]));
      }
    }
    return longest;
  }

  private Vertex vertex(double[] logs) {
    return new Vertex(logs, Replay.of(log, profile(logs)).rmsRelativeError(measured));
  }

  private EngineProfile profile(double[] logs) {
    Efficiency efficiency = start.efficiency();
    for (int i = 0; i < logs.length; i++) {
      efficiency = parameters.get(i).with(efficiency, Math.exp(logs[i]));
    }
    return start.withEfficiency(efficiency);
  }
}
