package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.PlanException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A part of a plan under one key: its keys, and the function that makes the part from their
/// values.
///
/// @param keys in the order in which they are shown
/// @param factory throws [PlanException] with the name of the key at fault, empty for the part
///   itself
record Part<T>(List<Key<T, ?>> keys, Function<Values<T>, T> factory) {
  Part {
    keys = List.copyOf(keys);
  }

  /// The values of a part's keys.
  ///
  /// @param byKey returns null for a key without a value
  /// @param inFile whether the file contains a path of keys
  record Values<T>(Function<Key<T, ?>, @Nullable Object> byKey, Predicate<String> inFile) {
    /// Returns the value of a key; null if it has none.
    @SuppressWarnings("unchecked") // a key's value is of its type
    <V> @Nullable V find(Key<T, V> key) {
      return (V) byKey.apply(key);
    }

    /// Returns the value of a key that always has one.
    <V> V get(Key<T, V> key) {
      return Objects.requireNonNull(find(key), key.name());
    }

    /// Returns the value of a key, or another value if it has none.
    <V> V getOrElse(Key<T, V> key, V other) {
      V found = find(key);
      return found == null ? other : found;
    }

    /// Returns whether the file contains a path of keys. A key that is not in the file may have a
    /// default value.
    boolean has(String path) {
      return inFile.test(path);
    }
  }

  /// A builder of the keys of a part.
  static final class Keys<T> {
    private final @Nullable T defaults;
    private final List<Key<T, ?>> all = new ArrayList<>();

    /// @param defaults provides the default values; null if no key has one
    Keys(@Nullable T defaults) {
      this.defaults = defaults;
    }

    /// Adds an optional key.
    <V> Key<T, V> add(String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, defaultValue(getter), "", false, name));
    }

    /// Adds an optional key whose change requires a restart.
    <V> Key<T, V> addWithRestart(String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, defaultValue(getter), "", true, name));
    }

    /// Adds an optional key without a default value.
    <V> Key<T, V> addWithoutDefault(
        String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, "", false, name));
    }

    /// Adds an optional key without a default value, for which a reload names another key.
    <V> Key<T, V> addReportedAs(
        String other, String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, "", false, other));
    }

    /// Adds a required key.
    <V> Key<T, V> addRequired(
        String name, String example, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, example, false, name));
    }

    private <V> @Nullable V defaultValue(Function<T, @Nullable V> getter) {
      return defaults == null ? null : getter.apply(defaults);
    }

    private <V> Key<T, V> put(Key<T, V> key) {
      all.add(key);
      return key;
    }

    /// Returns the part with these keys.
    Part<T> build(Function<Values<T>, T> factory) {
      return new Part<>(all, factory);
    }
  }

  /// Returns the part as the type of a key's value.
  ValueType<T> value() {
    return new ValueType<>(
        (section, key) -> read(section.child(key, Key.names(keys))), this::show, this, keys);
  }

  /// Returns a list of such parts as the type of a key's value.
  ValueType<List<T>> list() {
    return new ValueType<>(
        (section, key) -> section.children(key, Key.names(keys)).stream().map(this::read).toList(),
        parts -> parts.stream().map(this::show).toList(),
        null,
        keys);
  }

  /// @throws dev.goodput.wire.BadSettingException with the position of the error
  T read(Section section) {
    for (Key<T, ?> key : keys) {
      if (!key.example().isEmpty() && !section.has(key.name())) {
        String line = key.name() + ": " + key.example();
        throw section.error(key.name(), "is missing; write one like " + line);
      }
    }
    try {
      return factory.apply(new Values<>(key -> key.read(section), section::has));
    } catch (PlanException e) {
      throw section.error(e.key(), e.problem());
    }
  }

  /// Returns keys and values in the form of `gateway.yaml`, without null and empty values.
  Map<String, Object> show(T part) {
    Map<String, Object> shown = new LinkedHashMap<>();
    for (Key<T, ?> key : keys) {
      Object value = key.show(part);
      boolean nothing =
          value == null
              || value.equals("")
              || (value instanceof Collection<?> list && list.isEmpty())
              || (value instanceof Map<?, ?> map && map.isEmpty());
      if (!nothing) {
        shown.put(key.name(), value);
      }
    }
    return shown;
  }

  /// Returns whether a change of any of its keys requires a restart.
  boolean requiresRestart() {
    return keys.stream().anyMatch(Key::restart);
  }

  /// Returns the part after a reload, see [Key#reload].
  T reload(String prefix, T current, T next, Reload.Changes changes) {
    IdentityHashMap<Key<T, ?>, @Nullable Object> left = new IdentityHashMap<>();
    keys.forEach(key -> left.put(key, key.reload(prefix, current, next, changes)));
    return factory.apply(new Values<>(left::get, _ -> true));
  }
}
