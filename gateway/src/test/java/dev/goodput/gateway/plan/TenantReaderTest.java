package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.Secret;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantReaderTest {
  /// The SHA-256 of `sk-acme`.
  private static final String ACME =
      "5f8eee912cd7c0ccb238560e8a22e7f78909e6dac18288188f7f4ea35112700d";

  private static final IdentityPlan.Tenants BOTH =
      new IdentityPlan.Tenants(
          "x-tenant", List.of(new IdentityPlan.TenantKey("acme", ACME)), true, null);

  private static String of(IdentityPlan.Tenants tenants, int salt, Map<String, String> headers) {
    return new TenantReader(tenants, new byte[] {(byte) salt}).tenant(headers::get);
  }

  @Test
  void aHeaderNamesTheTenantFirst() {
    assertThat(of(BOTH, 1, Map.of("x-tenant", " blue ", "authorization", "Bearer sk-acme")))
        .isEqualTo("blue");
    assertThat(of(BOTH, 1, Map.of("x-tenant", "b".repeat(100)))).hasSize(64);
  }

  @Test
  void aKeyIsKnownByItsDigestWhereverItStands() {
    for (Map<String, String> headers :
        List.of(
            Map.of("authorization", "Bearer sk-acme"),
            Map.of("authorization", "bearer  sk-acme"),
            Map.of("x-api-key", "sk-acme"),
            Map.of("api-key", "sk-acme", "authorization", "Basic abc"))) {
      assertThat(of(BOTH, 1, headers)).as(headers.toString()).isEqualTo("acme");
    }
  }

  @Test
  void anUnknownKeyIsADigestThatTellsNothingOfIt() {
    Map<String, String> other = Map.of("authorization", "Bearer sk-other");
    String name = of(BOTH, 1, other);
    assertThat(name).matches("key-[0-9a-f]{12}").isEqualTo(of(BOTH, 1, other));
    assertThat(of(BOTH, 2, other)).isNotEqualTo(name);
  }

  @Test
  void aSaltOfThePlanOutlastsTheProcess() {
    IdentityPlan.Tenants salted =
        new IdentityPlan.Tenants("", List.of(), true, Secret.of("pepper", "a test"));
    Map<String, String> key = Map.of("x-api-key", "k");
    assertThat(of(salted, 1, key)).isEqualTo(of(salted, 2, key));
  }

  @Test
  void whoNamesNobodyIsNobody() {
    assertThat(of(BOTH, 1, Map.of())).isEmpty();
    IdentityPlan.Tenants undigested = new IdentityPlan.Tenants("", List.of(), false, null);
    assertThat(of(undigested, 1, Map.of("x-api-key", "k"))).isEmpty();
  }
}
