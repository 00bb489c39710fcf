package dev.goodput.observe.profile;

import org.jspecify.annotations.Nullable;

/// What bounds the engine during a profile.
public enum EngineBound {
  /// The GPU is idle, and launching work takes the host longer than the GPU needs for it.
  LAUNCHES,
  /// The processor is idle for another reason: it waits for the host's other work or for requests.
  HOST,
  /// One kind of operator: data between GPUs.
  COMMUNICATION,
  /// One kind of operator: copies.
  COPIES,
  /// One kind of operator: attention.
  ATTENTION,
  /// One kind of operator: matrix multiplication.
  MATRIX,
  /// No single cause.
  NONE;

  /// The idle share from which the host or the requests bound the engine.
  public static final double IDLE = 0.3;

  /// The share of the operators' time from which communication bounds the engine.
  public static final double COMMUNICATION_SHARE = 0.25;

  /// The share of the operators' time from which copies bound the engine.
  public static final double COPY_SHARE = 0.25;

  /// The share of the operators' time from which attention or matrix multiplication does.
  public static final double COMPUTE_SHARE = 0.5;

  /// Returns what bounds the engine: the first of these that applies, in the order of the values.
  public static EngineBound of(Profile profile) {
    Profile.Timeline timeline = profile.timeline();
    boolean idle = timeline != null && timeline.idleShare() >= IDLE;
    if ((idle || timeline == null) && launchesTakeLonger(profile, timeline)) {
      return LAUNCHES;
    }
    if (idle) {
      return HOST;
    }
    if (profile.share(OperatorKind.COMMUNICATION) >= COMMUNICATION_SHARE) {
      return COMMUNICATION;
    }
    if (profile.share(OperatorKind.COPY) >= COPY_SHARE) {
      return COPIES;
    }
    if (profile.share(OperatorKind.ATTENTION) >= COMPUTE_SHARE) {
      return ATTENTION;
    }
    return profile.share(OperatorKind.MATRIX) >= COMPUTE_SHARE ? MATRIX : NONE;
  }

  private static boolean launchesTakeLonger(Profile profile, Profile.@Nullable Timeline timeline) {
    Profile.HostCalls calls = profile.calls();
    long busy = timeline == null ? profile.operatorNanos() : timeline.busyNanos();
    return calls != null && calls.launches() > 0 && calls.launchNanos() >= busy;
  }
}
