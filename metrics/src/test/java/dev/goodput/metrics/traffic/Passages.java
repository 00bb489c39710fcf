package dev.goodput.metrics.traffic;

import dev.goodput.record.GatewayInfo;

/// Passages of test requests through a gateway.
final class Passages {
  private Passages() {}

  static GatewayInfo of(String model, String upstream, String sloClass) {
    return of(model, "acme", upstream, "", sloClass, GatewayInfo.Parting.DELIVERED);
  }

  static GatewayInfo session(String session) {
    return of("llama", "acme", "a", session, "", GatewayInfo.Parting.DELIVERED);
  }

  static GatewayInfo parting(GatewayInfo.Parting parting) {
    return of("llama", "acme", "a", "", "chat", parting);
  }

  static GatewayInfo of(
      String model,
      String tenant,
      String upstream,
      String session,
      String sloClass,
      GatewayInfo.Parting parting) {
    return new GatewayInfo(
        model, tenant, "/v1/chat", upstream, session, sloClass, 0, 0, 0, 100, 0, parting);
  }
}
