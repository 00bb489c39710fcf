package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.Callers;
import dev.goodput.gateway.plan.SessionKey;
import dev.goodput.gateway.plan.TenantKey;
import dev.goodput.gateway.plan.Tenants;
import dev.goodput.wire.Secret;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `tenants` and `session`.
final class CallerPart {
  private CallerPart() {}

  static Callers read(Section root) {
    Section tenants = root.below("tenants");
    return new Callers(tenants == null ? Tenants.DEFAULTS : tenants(tenants), session(root));
  }

  private static Tenants tenants(Section section) {
    List<TenantKey> keys = new ArrayList<>();
    for (Section one : section.each("keys")) {
      String name = one.needed("name", "acme");
      String digest = one.needed("sha256", "9f86d0…");
      keys.add(one.make(() -> new TenantKey(name, digest)));
    }
    String header = section.text("header", "");
    boolean digests = section.yes("digests", true);
    Secret salt = section.secret("salt");
    return section.make(() -> new Tenants(header, keys, digests, salt));
  }

  private static @Nullable SessionKey session(Section root) {
    Section section = root.below("session");
    if (section == null) {
      return null;
    }
    String header = section.text("header");
    String body = section.text("body");
    if ((header == null) == (body == null)) {
      throw section.wrong(
          "must say one of header and body, found " + (body == null ? "neither" : "both"));
    }
    return section.make(() ->
        header == null
            ? new SessionKey(SessionKey.From.BODY, String.valueOf(body))
            : new SessionKey(SessionKey.From.HEADER, header));
  }
}
