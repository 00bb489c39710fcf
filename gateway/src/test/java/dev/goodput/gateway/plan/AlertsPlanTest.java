package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.wire.Secret;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertsPlanTest {
  private static Receiver receiver(String url) {
    return new Receiver("ops", Form.SLACK, Secret.of(url, "test"), Set.of(Severity.PAGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hook_T0SECRET", "ftp://host/T0SECRET", "https:///T0SECRET", "T0SECRET:80"})
  void refusesAReceiverWithoutAUrlAndNeverShowsIt(String url) {
    assertThatThrownBy(() -> receiver(url))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("must be an http or https URL with a host")
        .hasMessageNotContaining("T0SECRET");
  }

  @Test
  void takesAnUrlInAnyCase() {
    assertThat(receiver("HTTPS://hooks.example/T0").address().url().getHost())
        .isEqualTo("hooks.example");
  }
}
