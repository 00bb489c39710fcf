package dev.goodput.gateway.config;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A key of `gateway.yaml`: a row of the table by which plans are read, shown and reloaded.
///
/// @param <T> the part of the plan that the key belongs to
/// @param <V> the type of its value
/// @param name the last segment of the key
/// @param type the type of the value
/// @param getter returns the value from a plan; null if it has none
/// @param defaultValue the default value; null for none
/// @param example an example value for the error about a missing key; empty for an optional key
/// @param restart whether a change requires a restart; a reload applies all other changes
/// @param reportedAs the key that a reload names when the value changes
record Key<T, V>(
    String name,
    ValueType<V> type,
    Function<T, @Nullable V> getter,
    @Nullable V defaultValue,
    String example,
    boolean restart,
    String reportedAs) {

  /// Returns the names of keys.
  static List<String> names(List<? extends Key<?, ?>> keys) {
    return keys.stream().map(Key::name).toList();
  }

  /// Returns the value in a file.
  @Nullable V read(Section section) {
    return section.has(name) ? type.reader().read(section, name) : defaultValue;
  }

  /// Returns the value in the form of `gateway.yaml`; null if there is none.
  @Nullable Object show(T part) {
    V found = getter.apply(part);
    return found == null ? null : type.shown().apply(found);
  }

  /// Returns the value after a reload.
  ///
  /// @param prefix the path of the part, with a dot at its end; empty at the top
  /// @param changes receives the path of the key if its value differs
  @Nullable V reload(String prefix, T current, T next, Reload.Changes changes) {
    V before = getter.apply(current);
    V after = getter.apply(next);
    Part<V> part = type.part();
    if (Objects.equals(before, after)) {
      return after;
    }
    if (!restart && part != null && part.requiresRestart() && before != null && after != null) {
      return part.reload(prefix + name + ".", before, after, changes);
    }
    (restart ? changes.restartRequired() : changes.applied()).add(prefix + reportedAs);
    return restart ? before : after;
  }
}
