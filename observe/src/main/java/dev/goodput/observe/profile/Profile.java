package dev.goodput.observe.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a profiler measured of an engine. Times are in nanoseconds.
///
/// @param format the profiler that wrote the file
/// @param gpu whether the operators ran on GPUs; else on the host's processors
/// @param events events or table rows that were used
/// @param timeline when the processor was busy; null if the file has only sums
/// @param calls what the host did to launch work; null if the file does not show it
/// @param operators by time, the longest first; at least one
/// @param notes what a reader must know, one sentence each
public record Profile(
    Format format,
    boolean gpu,
    long events,
    @Nullable Timeline timeline,
    @Nullable HostCalls calls,
    List<Operator> operators,
    List<String> notes) {
  /// Copies the lists.
  public Profile {
    operators = List.copyOf(operators);
    notes = List.copyOf(notes);
  }

  /// A profiler's file format.
  public enum Format {
    /// A Chrome trace of the torch profiler, as vLLM and SGLang write it.
    TORCH("torch profiler"),
    /// CSV tables of `nsys stats`.
    NSYS("nsys stats"),
    /// JSON of `trtexec --exportProfile`.
    TRTEXEC("trtexec");

    private final String label;

    Format(String label) {
      this.label = label;
    }

    /// Returns the name for people.
    public String label() {
      return label;
    }
  }

  /// An operator, kernel or layer.
  ///
  /// @param name its name in the file
  /// @param calls how often it ran
  /// @param nanos its time in all calls; on the host without the operators that it called
  public record Operator(String name, OperatorKind kind, long calls, long nanos) {}

  /// When the processor was busy, from the first operator to the last.
  ///
  /// @param devices how many GPUs; 1 for the host
  /// @param spanNanos from the first start to the last end, times the devices
  /// @param busyNanos time in which at least one operator ran, added over the devices
  /// @param longGaps gaps of at least [#LONG_GAP_NANOS] in which nothing ran
  /// @param longGapNanos their sum
  /// @param longestGapNanos the longest gap
  public record Timeline(
      int devices,
      long spanNanos,
      long busyNanos,
      long longGaps,
      long longGapNanos,
      long longestGapNanos) {
    /// The length from which a gap counts as long: 1 ms.
    public static final long LONG_GAP_NANOS = 1_000_000;

    /// Returns the share of the span in which nothing ran, from 0 to 1.
    public double idleShare() {
      return spanNanos == 0 ? 0 : 1 - (double) busyNanos / spanNanos;
    }
  }

  /// The host's calls that launch work on a GPU or wait for it, added over its threads.
  ///
  /// @param launches calls that launch a kernel or a graph
  /// @param launchNanos their time
  /// @param waitNanos time in calls that wait for the GPU
  public record HostCalls(long launches, long launchNanos, long waitNanos) {}

  /// Returns the time of all operators, the base of [#share].
  public long operatorNanos() {
    return operators.stream().mapToLong(Operator::nanos).sum();
  }

  /// Returns a time as a share of the time of all operators, from 0 to 1.
  public double share(long nanos) {
    long all = operatorNanos();
    return all == 0 ? 0 : (double) nanos / all;
  }

  /// Returns the share of the operators' time that a kind of operator took, from 0 to 1.
  public double share(OperatorKind kind) {
    return share(
        operators.stream().filter(each -> each.kind == kind).mapToLong(Operator::nanos).sum());
  }
}
