package dev.goodput.gateway.config;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A key of `gateway.yaml`: a row of the table by which plans are read, shown and reloaded.
///
/// @param <T> the part of the plan that the key belongs to
/// @param <V> its value
/// @param name the key's own word, without those above it
/// @param type what its value is
/// @param getter its value in a plan; null where it has none
/// @param usual its value where the key is left out; null for none
/// @param example of a value, for the error where the key is missing; empty where it may be
/// @param restart whether another value waits for a restart, where a reload brings all others
/// @param reportedAs the key that a reload names where the value changes
record Key<T, V>(
    String name,
    ValueType<V> type,
    Function<T, @Nullable V> getter,
    @Nullable V usual,
    String example,
    boolean restart,
    String reportedAs) {

  /// The value in a file.
  @Nullable V read(Section section) {
    return section.has(name) ? type.reader().read(section, name) : usual;
  }

  /// What stands for the value in a file; null for nothing.
  @Nullable Object show(T part) {
    V found = getter.apply(part);
    return found == null ? null : type.shown().apply(found);
  }

  /// The value that a reload leaves.
  ///
  /// @param above the path of the part, with a dot at its end; empty at the top
  /// @param changes takes the path of the key where its value differs
  @Nullable V reload(String above, T now, T next, Reload.Changes changes) {
    V before = getter.apply(now);
    V after = getter.apply(next);
    Part<V> part = type.part();
    if (Objects.equals(before, after)) {
      return after;
    }
    if (!restart && part != null && part.restarts() && before != null && after != null) {
      return part.reload(above + name + ".", before, after, changes);
    }
    (restart ? changes.waiting() : changes.taken()).add(above + reportedAs);
    return restart ? before : after;
  }
}
