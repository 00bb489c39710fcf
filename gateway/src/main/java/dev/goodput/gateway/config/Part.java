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

/// A part of a plan that stands under one key: its keys, and how it is made of their values.
///
/// @param keys in the order in which they are shown
/// @param maker throws [PlanException] by the name of the key that is wrong, empty for the part
record Part<T>(List<Key<T, ?>> keys, Function<Values<T>, T> maker) {
  Part {
    keys = List.copyOf(keys);
  }

  /// The values of a part's keys.
  ///
  /// @param byKey null for a key without a value
  /// @param written whether a path of keys was written down
  record Values<T>(Function<Key<T, ?>, @Nullable Object> byKey, Predicate<String> written) {
    /// The value of a key; null where it has none.
    @SuppressWarnings("unchecked") // a key's value is of its type
    <V> @Nullable V find(Key<T, V> key) {
      return (V) byKey.apply(key);
    }

    /// The value of a key that always has one.
    <V> V get(Key<T, V> key) {
      return Objects.requireNonNull(find(key), key.name());
    }

    /// The value of a key, or another where it has none.
    <V> V or(Key<T, V> key, V other) {
      V found = find(key);
      return found == null ? other : found;
    }

    boolean has(String path) {
      return written.test(path);
    }
  }

  /// Collects the keys of a part.
  static final class Keys<T> {
    private final @Nullable T usual;
    private final List<Key<T, ?>> all = new ArrayList<>();

    /// @param usual holds the values of keys that are left out; null where none has one
    Keys(@Nullable T usual) {
      this.usual = usual;
    }

    /// A key that may be left out.
    <V> Key<T, V> add(String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, usual(getter), "", false, name));
    }

    /// The same, of which a change waits for a restart.
    <V> Key<T, V> restart(String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, usual(getter), "", true, name));
    }

    /// A key that has no value where it is left out.
    <V> Key<T, V> bare(String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, "", false, name));
    }

    /// The same, of which a reload names another key.
    <V> Key<T, V> with(
        String other, String name, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, "", false, other));
    }

    /// A key that must be there.
    <V> Key<T, V> needed(
        String name, String example, ValueType<V> type, Function<T, @Nullable V> getter) {
      return put(new Key<>(name, type, getter, null, example, false, name));
    }

    private <V> @Nullable V usual(Function<T, @Nullable V> getter) {
      return usual == null ? null : getter.apply(usual);
    }

    private <V> Key<T, V> put(Key<T, V> key) {
      all.add(key);
      return key;
    }

    /// The part of these keys.
    Part<T> part(Function<Values<T>, T> maker) {
      return new Part<>(all, maker);
    }
  }

  /// The part as the value of a key.
  ValueType<T> value() {
    return new ValueType<>(
        (section, key) -> read(section.below(key, keys)), this::show, this, keys);
  }

  /// A list of such parts as the value of a key.
  ValueType<List<T>> list() {
    return new ValueType<>(
        (section, key) -> section.each(key, keys).stream().map(this::read).toList(),
        parts -> parts.stream().map(this::show).toList(),
        null,
        keys);
  }

  /// @throws dev.goodput.wire.BadSettingException with the place of what is wrong
  T read(Section section) {
    for (Key<T, ?> key : keys) {
      if (!key.example().isEmpty() && !section.has(key.name())) {
        String line = key.name() + ": " + key.example();
        throw section.wrong(key.name(), "is missing; write one like " + line);
      }
    }
    try {
      return maker.apply(new Values<>(key -> key.read(section), section::has));
    } catch (PlanException e) {
      throw section.wrong(e.key(), e.problem());
    }
  }

  /// Keys and values as a file has them; what is null or empty is left out.
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

  /// Whether some of its keys wait for a restart.
  boolean restarts() {
    return keys.stream().anyMatch(Key::restart);
  }

  /// The part that a reload leaves, see [Key#reload].
  T reload(String above, T now, T next, Reload.Changes changes) {
    IdentityHashMap<Key<T, ?>, @Nullable Object> left = new IdentityHashMap<>();
    keys.forEach(key -> left.put(key, key.reload(above, now, next, changes)));
    return maker.apply(new Values<>(left::get, _ -> true));
  }
}
