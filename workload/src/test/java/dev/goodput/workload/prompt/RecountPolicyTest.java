package dev.goodput.workload.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecountPolicyTest {

  @Test
  void countsEveryTextUntilPartsAddUp() {
    RecountPolicy check = new RecountPolicy();
    for (int i = 0; i < 64; i++) {
      assertThat(check.due()).isTrue();
      check.found(true);
    }

    assertThat(dueOf(check, 160)).isEqualTo(10);
  }

  @Test
  void countsEveryTextAgainAfterAMiss() {
    RecountPolicy check = new RecountPolicy();
    for (int i = 0; i < 100; i++) {
      check.found(true);
    }
    check.found(false);

    assertThat(dueOf(check, 20)).isEqualTo(20);
  }

  private static int dueOf(RecountPolicy check, int texts) {
    int due = 0;
    for (int i = 0; i < texts; i++) {
      due += check.due() ? 1 : 0;
    }
    return due;
  }
}
