package dev.goodput.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names of a block: the first time in full, from then on by their number, as the same few
/// models, routes and tenants come with every request.
///
/// A name is its number from 1, in the order in which they came; 0 says that a new one follows. The
/// empty name is number 1 from the begin.
final class NameTable {
  private static final int NEW = 0;

  /// The names of a writer; [#reset()] at the begin of every block.
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

    /// @throws IllegalArgumentException where no name has the number
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
