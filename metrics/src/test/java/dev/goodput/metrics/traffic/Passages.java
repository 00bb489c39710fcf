package dev.goodput.metrics.traffic;

import dev.goodput.record.Passage;

/// Passages of test requests through a gateway.
final class Passages {
  private Passages() {}

  static Passage of(String model, String upstream, String sloClass) {
    return of(model, "acme", upstream, "", sloClass, Passage.Parting.DELIVERED);
  }

  static Passage session(String session) {
    return of("llama", "acme", "a", session, "", Passage.Parting.DELIVERED);
  }

  static Passage parting(Passage.Parting parting) {
    return of("llama", "acme", "a", "", "chat", parting);
  }

  static Passage of(
      String model,
      String tenant,
      String upstream,
      String session,
      String sloClass,
      Passage.Parting parting) {
    return new Passage(
        model, tenant, "/v1/chat", upstream, session, sloClass, 0, 0, 0, 100, 0, parting);
  }
}
