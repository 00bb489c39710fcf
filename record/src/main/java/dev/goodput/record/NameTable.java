package dev.goodput.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names in a block: written in full the first time and as a number after that, because the
/// same few models, routes and tenants come with every request.
///
/// Names are numbered from 1 in the order in which they came; 0 announces a new name. The empty
/// name is number 1 from the start.
final class NameTable {
  private static final int NEW = 0;

  /// The names of a writer; call [#reset()] at the start of every block.
  static final class Writer {
    private final Map<String, Integer> numbers = new HashMap<>();

    Writer() {
      reset();
    }

    void reset() {
      numbers.clear();
      numbers.put("", 1);
    }

    void write(String name, ByteSink sink) {
      Integer number = numbers.putIfAbsent(name, numbers.size() + 1);
      sink.varint(number == null ? NEW : number);
      if (number == null) {
        sink.text(name);
      }
    }
  }

  /// The names of a reader; one for each block.
  static final class Reader {
    private final List<String> names = new ArrayList<>(List.of(""));

    /// @throws IllegalArgumentException if no name has the number
    String read(ByteSource source) {
      int number = source.natural();
      if (number > names.size()) {
        throw new IllegalArgumentException("no name has the number " + number);
      }
      if (number == NEW) {
        names.add(source.text());
        return names.getLast();
      }
      return names.get(number - 1);
    }
  }

  private NameTable() {}
}
