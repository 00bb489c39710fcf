package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Secret;
import dev.goodput.wire.server.Listening;
import dev.goodput.wire.server.ServerTls;
import org.jspecify.annotations.Nullable;

/// Reads `listen`, `tls` and `admin`.
final class AddressPart {
  private AddressPart() {}

  static Listener clients(Section root) {
    String typed = root.text("listen", ":" + GatewayPlan.PORT);
    ServerTls tls = tls(root);
    return root.make(() -> Listener.parse("listen", typed, GatewayPlan.EVERYWHERE, tls));
  }

  /// @param clients where clients come in
  static AdminPlan admin(Section root, Listener clients) {
    Section section = root.below("admin");
    boolean named = section != null && section.has("listen");
    int usual = AdminPlan.DEFAULTS.listen().port();
    if (!named && clients.port() == usual) {
      throw root.wrong(
          "listen", "must be another port than admin.listen's, " + usual + " unless it is named");
    }
    if (section == null) {
      return AdminPlan.DEFAULTS;
    }
    String typed = section.text("listen", ":" + usual);
    ServerTls tls = tls(section);
    Secret token = section.secret("token");
    boolean open = section.yes("open", false);
    return section.make(
        () -> new AdminPlan(Listener.parse("listen", typed, AdminPlan.HOST, tls), token, open));
  }

  private static @Nullable ServerTls tls(Section above) {
    Section section = above.below("tls");
    if (section == null) {
      return null;
    }
    section.needed("certificate", "tls.crt");
    section.needed("key", "tls.key");
    Pem certificate = section.pem("certificate");
    Pem key = section.pem("key");
    if (certificate == null || key == null) {
      throw section.wrong("must say both certificate and key");
    }
    Pem issuers = section.issuers("client-ca");
    ServerTls tls = new ServerTls(certificate, key, issuers);
    section.tried("certificate", () -> Listening.check(tls));
    return tls;
  }
}
