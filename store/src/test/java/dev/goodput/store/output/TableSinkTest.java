package dev.goodput.store.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableSinkTest {
  private static TableSink table() {
    TableSink table = new TableSink();
    table.columns(List.of("run", "p95"), List.of("VARCHAR", "DOUBLE"));
    table.row(Arrays.asList("main", "146.2"));
    table.row(Arrays.asList("branch", null));
    return table;
  }

  @Test
  void hasALineForEachRowWhereTheyFit() {
    assertThat(table().text(13).lines())
        .containsExactly(" run      p95", " main   146.2", " branch", "", " 2 rows");
  }

  @Test
  void hasALineForEachValueWhereRowsDoNotFit() {
    assertThat(table().text(12).lines())
        .containsExactly(" run  main", " p95  146.2", "", " run  branch", " p95", "", " 2 rows");
  }
}
