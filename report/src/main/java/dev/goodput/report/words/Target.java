package dev.goodput.report.words;

import dev.goodput.report.ReportInput;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Where the requests went: the upstreams that the log of a gateway of several shows, else the
/// address of the manifest, which has none then.
public final class Target {
  private Target() {}

  /// In a few words: `http://host:8000`, `3 upstreams`. Empty where it is not known.
  public static Optional<String> brief(ReportInput in) {
    SortedSet<String> upstreams = upstreams(in);
    return upstreams.size() > 1
        ? Optional.of(upstreams.size() + " upstreams")
        : address(in, upstreams).map(ShortName::of);
  }

  /// In full: `http://host:8000`, `3 upstreams: vllm-0, vllm-1, vllm-2`. Empty where it is not
  /// known.
  public static Optional<String> full(ReportInput in) {
    SortedSet<String> upstreams = upstreams(in);
    return upstreams.size() > 1
        ? Optional.of(upstreams.size() + " upstreams: " + String.join(", ", upstreams))
        : address(in, upstreams);
  }

  private static Optional<String> address(ReportInput in, SortedSet<String> upstreams) {
    return in.fact("target.url").or(() -> upstreams.stream().findFirst());
  }

  private static SortedSet<String> upstreams(ReportInput in) {
    SortedSet<String> all = new TreeSet<>();
    in.result().levels().forEach(level -> all.addAll(level.totals().upstreams()));
    return all;
  }
}
