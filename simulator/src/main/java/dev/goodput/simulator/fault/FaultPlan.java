package dev.goodput.simulator.fault;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.text.SplitMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A plan of faults and the shares of requests that they hit.
///
/// @param rules the faults, each drawn independently
public record FaultPlan(List<Rule> rules) {
  /// No faults.
  public static final FaultPlan NONE = new FaultPlan(List.of());

  /// A fault and its probability.
  ///
  /// @param fault the fault
  /// @param share share of requests, 0 to 1
  public record Rule(Fault fault, double share) {}

  /// Copies the list.
  public FaultPlan {
    rules = List.copyOf(rules);
  }

  /// Parses `KIND[:NUMBER[:NUMBER]][=SHARE]`, comma-separated; the share defaults to 1.
  ///
  /// @throws SimulatorException.UnknownName for an unknown fault
  /// @throws SimulatorException.BadOption for an invalid number, or one out of range
  public static FaultPlan parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.isBlank()) {
        rules.add(rule(part.strip()));
      }
    }
    return new FaultPlan(rules);
  }

  /// Returns the faults of request `number`; the same seed gives the same faults.
  public FaultSet draw(long seed, long number) {
    if (rules.isEmpty()) {
      return FaultSet.NONE;
    }
    // The seed is mixed first, because the generator counts up: otherwise the random streams of
    // neighbouring requests would be shifted copies of each other.
    SplitMix random = new SplitMix(SplitMix64.mix(seed * 31 + number));
    Map<FaultKind, Fault> hit = new EnumMap<>(FaultKind.class);
    for (Rule rule : rules) {
      if (random.unit() < rule.share() && rule.fault().kind() != FaultKind.CRASH) {
        hit.put(rule.fault().kind(), rule.fault());
      }
    }
    return new FaultSet(hit);
  }

  /// Returns the planned crash of the server; null if there is none.
  public @Nullable Fault crash() {
    return rules.stream()
        .map(Rule::fault)
        .filter(fault -> fault.kind() == FaultKind.CRASH)
        .findFirst()
        .orElse(null);
  }

  private static Rule rule(String text) {
    int equals = text.indexOf('=');
    double share = equals < 0 ? 1 : number(text, text.substring(equals + 1));
    if (share < 0 || share > 1) {
      throw new SimulatorException.BadOption(
          "fault \"" + text + "\": the share must be between 0 and 1");
    }
    String[] parts = (equals < 0 ? text : text.substring(0, equals)).split(":", -1);
    FaultKind kind = kind(parts[0]);
    if (parts.length > 3) {
      throw new SimulatorException.BadOption(
          "fault \"" + text + "\": expected KIND[:NUMBER[:NUMBER]][=SHARE]");
    }
    double first = parts.length > 1 ? number(text, parts[1]) : kind.first();
    double second = parts.length > 2 ? number(text, parts[2]) : kind.second();
    return new Rule(checked(text, new Fault(kind, first, second)), share);
  }

  /// Rejects numbers that are invalid for the fault.
  private static Fault checked(String text, Fault fault) {
    boolean status = fault.first() >= 400 && fault.first() < 600;
    if (fault.kind() == FaultKind.REJECT && !status) {
      throw new SimulatorException.BadOption(
          "fault \"" + text + "\": the status of a reject must be 400 to 599");
    }
    boolean spelling = fault.first() >= 1 && fault.first() <= 4;
    if (fault.kind() == FaultKind.ERROR_EVENT && !spelling) {
      throw new SimulatorException.BadOption(
          "fault \"" + text + "\": the spelling of an error-event must be 1 to 4");
    }
    return fault;
  }

  private static FaultKind kind(String label) {
    for (FaultKind kind : FaultKind.values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new SimulatorException.UnknownName(
        "unknown fault \"%s\"; known: %s"
            .formatted(
                label,
                Arrays.stream(FaultKind.values())
                    .map(FaultKind::label)
                    .collect(Collectors.joining(", "))));
  }

  private static double number(String text, String found) {
    try {
      double value = Double.parseDouble(found);
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw notANumber(text, found);
    }
    throw notANumber(text, found);
  }

  private static SimulatorException notANumber(String text, String found) {
    return new SimulatorException.BadOption(
        "fault \"" + text + "\": \"" + found + "\" is not a number from 0 up");
  }
}
