package dev.goodput.observe.profile;

import dev.goodput.observe.profile.Profile.HostCalls;
import dev.goodput.observe.profile.Profile.Operator;
import dev.goodput.observe.profile.Profile.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A profile under construction: sums per operator, the busy time per device, the host's calls.
final class ProfileBuilder {
  // cudaLaunchKernel, cuLaunchKernelEx, cudaGraphLaunch, hipExtModuleLaunchKernel;
  // cudaLaunchHostFunc
  // runs a function of the host instead.
  private static final Pattern LAUNCH = Pattern.compile("(cuda|cu|hip)\\w*Launch(?!HostFunc)\\w*");
  private static final Pattern WAIT = Pattern.compile("(cuda|cu|hip)[A-Z]\\w*Synchronize\\w*");

  private final Map<String, Sums> operators = new HashMap<>();
  private final Map<String, BusyTime> devices = new TreeMap<>();
  private long events;
  private boolean callsSeen;
  private long launches;
  private long launchNanos;
  private long waitNanos;

  /// The sums of one operator.
  static final class Sums {
    private long calls;
    private long nanos;

    /// Adds time to the operator.
    void add(long more) {
      nanos += more;
    }
  }

  /// Adds calls of an operator and returns its sums.
  Sums add(String operator, long calls, long nanos) {
    Sums sums = operators.computeIfAbsent(operator, _ -> new Sums());
    sums.calls += calls;
    sums.nanos += nanos;
    events++;
    return sums;
  }

  /// Adds the time in which an operator ran on a device.
  void busy(String device, long start, long end) {
    devices.computeIfAbsent(device, _ -> new BusyTime()).add(start, end);
  }

  /// Adds calls of the host to the driver or runtime of GPUs; those that neither launch work nor
  /// wait are only known to exist.
  void hostCall(String name, long calls, long nanos) {
    callsSeen = true;
    if (LAUNCH.matcher(name).matches()) {
      launches += calls;
      launchNanos += nanos;
    } else if (WAIT.matcher(name).matches()) {
      waitNanos += nanos;
    }
  }

  boolean isEmpty() {
    return operators.isEmpty();
  }

  /// Returns the profile; at least one operator was added.
  ///
  /// @param calls whose host calls count; usually this builder
  Profile build(Profile.Format format, boolean gpu, ProfileBuilder calls, List<String> notes) {
    List<String> all = new ArrayList<>(notes);
    devices.values().stream()
        .mapToLong(BusyTime::resolution)
        .filter(resolution -> resolution > 0)
        .max()
        .ifPresent(
            nanos -> all.add("Idle gaps of up to " + nanos / 1000 + " µs count as busy time."));
    return new Profile(format, gpu, events, timeline(), calls.hostCalls(), sorted(), all);
  }

  private @Nullable HostCalls hostCalls() {
    return callsSeen ? new HostCalls(launches, launchNanos, waitNanos) : null;
  }

  private List<Operator> sorted() {
    return operators.entrySet().stream()
        .map(each ->
            new Operator(
                each.getKey(),
                OperatorKind.of(each.getKey()),
                each.getValue().calls,
                each.getValue().nanos))
        .sorted(Comparator.comparingLong(Operator::nanos).reversed().thenComparing(Operator::name))
        .toList();
  }

  private @Nullable Timeline timeline() {
    if (devices.isEmpty()) {
      return null;
    }
    long from = devices.values().stream().mapToLong(BusyTime::first).min().orElseThrow();
    long to = devices.values().stream().mapToLong(BusyTime::last).max().orElseThrow();
    return devices.values().stream()
        .map(busy -> busy.timeline(from, to))
        .reduce(ProfileBuilder::sum)
        .orElseThrow();
  }

  private static Timeline sum(Timeline one, Timeline other) {
    return new Timeline(
        one.devices() + other.devices(),
        one.spanNanos() + other.spanNanos(),
        one.busyNanos() + other.busyNanos(),
        one.longGaps() + other.longGaps(),
        one.longGapNanos() + other.longGapNanos(),
        Math.max(one.longestGapNanos(), other.longestGapNanos()));
  }
}
