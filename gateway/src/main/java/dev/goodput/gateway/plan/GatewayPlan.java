package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.wire.Tls;
import dev.goodput.wire.server.ServerTls;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The complete configuration of a gateway.
///
/// @param listen the address for clients
/// @param admin the admin port
/// @param upstreams the servers to forward to
/// @param routing the routes of requests
/// @param identity the identification of clients
/// @param protection limits, timeouts, retries
/// @param storage the log and the capture on disk
/// @param accounting prices, labels, exports
public record GatewayPlan(
    Listener listen,
    AdminPlan admin,
    List<Upstream> upstreams,
    Routing routing,
    IdentityPlan identity,
    ProtectionPlan protection,
    StoragePlan storage,
    AccountingPlan accounting) {
  /// The host of a client address without one, such as `:9000`: every IPv4 address of this machine.
  public static final String ALL_ADDRESSES = "0.0.0.0";

  /// The default port for clients.
  public static final int PORT = 9000;

  /// Copies the list.
  ///
  /// @throws PlanException no upstream, a duplicate name, or a route or an address that cannot work
  public GatewayPlan {
    upstreams = List.copyOf(upstreams);
    List<String> names = upstreams.stream().map(Upstream::name).toList();
    Checks.atLeast("upstreams", 1, names.size());
    Checks.distinct("upstreams", names);
    for (Routing.Route route : routing.routes()) {
      if (!names.contains(route.upstream())) {
        throw new PlanException(
            "routes", "name the upstream \"" + route.upstream() + "\", which does not exist");
      }
    }
    requireOneCurrency(upstreams, accounting);
    if (listen.port() != 0 && listen.port() == admin.listen().port()) {
      throw new PlanException("admin.listen", "must be another port than listen's");
    }
  }

  private static void requireOneCurrency(List<Upstream> upstreams, AccountingPlan accounting) {
    List<String> found = currencies(upstreams, accounting).distinct().toList();
    if (found.size() > 1) {
      throw new PlanException(
          "prices",
          "and costs must be in one currency, as they are added up; found "
              + String.join(" and ", found));
    }
  }

  private static Stream<String> currencies(List<Upstream> upstreams, AccountingPlan accounting) {
    return Stream.concat(
        accounting.prices().stream().map(ModelPrice::currency),
        upstreams.stream()
            .flatMap(each -> Stream.ofNullable(each.hourlyCost()))
            .map(Cost::currency));
  }

  /// Returns the plan of `--upstream URL --slo chat`: one upstream, one class, defaults for the
  /// rest.
  public static GatewayPlan simple(Upstream upstream, SloClass sloClass) {
    return new GatewayPlan(
        new Listener(ALL_ADDRESSES, PORT, null),
        AdminPlan.DEFAULTS,
        List.of(upstream),
        Routing.all(upstream, sloClass),
        IdentityPlan.DEFAULTS,
        ProtectionPlan.DEFAULTS,
        StoragePlan.NONE,
        AccountingPlan.DEFAULTS);
  }

  /// Returns a copy with other addresses.
  public GatewayPlan withAddresses(Listener clients, AdminPlan adminPlan) {
    return new GatewayPlan(
        clients, adminPlan, upstreams, routing, identity, protection, storage, accounting);
  }

  /// Returns a copy with other limits, timeouts and retries.
  public GatewayPlan withProtection(ProtectionPlan other) {
    return new GatewayPlan(listen, admin, upstreams, routing, identity, other, storage, accounting);
  }

  /// Returns a copy with another log and capture.
  public GatewayPlan withStorage(StoragePlan other) {
    return new GatewayPlan(
        listen, admin, upstreams, routing, identity, protection, other, accounting);
  }

  /// Returns a copy with other prices, labels and collector.
  public GatewayPlan withAccounting(AccountingPlan other) {
    return new GatewayPlan(listen, admin, upstreams, routing, identity, protection, storage, other);
  }

  /// Returns the currency of the prices and costs, or `USD` if there are none.
  public String currency() {
    return currencies(upstreams, accounting).findFirst().orElse("USD");
  }

  /// Returns the upstream with a name.
  ///
  /// @throws IllegalArgumentException an unknown name
  public Upstream upstream(String name) {
    return upstreams.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no upstream " + name));
  }

  /// Returns the first upstream whose URL points to this gateway or its admin port. Requests to it
  /// would loop, so a plan must not have one when it takes effect.
  public Optional<Upstream> selfUpstream() {
    return upstreams.stream()
        .filter(each -> listen.isAt(each.url()) || admin.listen().isAt(each.url()))
        .findFirst();
  }

  /// Returns the certificate and key files that the plan was read with. The plan must be read again
  /// when one of them changes.
  public List<Path> files() {
    Stream<ServerTls> own =
        Stream.of(listen, admin.listen()).map(Listener::tls).filter(Objects::nonNull);
    Stream<Tls> ofUpstreams = upstreams.stream().map(Upstream::tls);
    return Stream.concat(
            own.flatMap(each -> each.files().stream()),
            ofUpstreams.flatMap(each -> each.files().stream()))
        .toList();
  }
}
