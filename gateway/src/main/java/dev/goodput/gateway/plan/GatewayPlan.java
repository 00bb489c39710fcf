package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.wire.Tls;
import dev.goodput.wire.server.ServerTls;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// All that a gateway is configured to do.
///
/// @param listen where clients come in
/// @param admin where it shows itself
/// @param upstreams whom it asks
/// @param routing which way requests go
/// @param callers how it is known who asks
/// @param guard limits, times, retries
/// @param keeping what is kept on disk
/// @param reckoning prices, labels, whom it tells
public record GatewayPlan(
    Listener listen,
    AdminPlan admin,
    List<Upstream> upstreams,
    Routing routing,
    Callers callers,
    Guard guard,
    Keeping keeping,
    Reckoning reckoning) {
  /// What `:PORT` stands for where clients come in: every IPv4 address of this machine.
  public static final String EVERYWHERE = "0.0.0.0";

  /// The port where clients come in unless another is named.
  public static final int PORT = 9000;

  /// Copies the list.
  ///
  /// @throws PlanException where there is no upstream, a name stands twice, or a route or the
  ///   addresses cannot work
  public GatewayPlan {
    upstreams = List.copyOf(upstreams);
    List<String> names = upstreams.stream().map(Upstream::name).toList();
    Checks.atLeast("upstreams", 1, names.size());
    Checks.distinct("upstreams", names);
    for (Route route : routing.routes()) {
      if (!names.contains(route.upstream())) {
        throw new PlanException(
            "routes", "name the upstream \"" + route.upstream() + "\", which is not there");
      }
    }
    refuseCurrencies(upstreams, reckoning);
    if (listen.port() != 0 && listen.port() == admin.listen().port()) {
      throw new PlanException("admin.listen", "must be another port than listen's");
    }
  }

  private static void refuseCurrencies(List<Upstream> upstreams, Reckoning reckoning) {
    List<String> found = currencies(upstreams, reckoning).distinct().toList();
    if (found.size() > 1) {
      throw new PlanException(
          "prices",
          "and costs must be in one currency, as they are added up; found "
              + String.join(" and ", found));
    }
  }

  private static Stream<String> currencies(List<Upstream> upstreams, Reckoning reckoning) {
    return Stream.concat(
        reckoning.prices().stream().map(PriceList::currency),
        upstreams.stream()
            .flatMap(each -> Stream.ofNullable(each.hourlyCost()))
            .map(Cost::currency));
  }

  /// `--upstream URL --slo chat` with everything else as usual: one upstream, one class.
  public static GatewayPlan simple(Upstream upstream, SloClass sloClass) {
    return new GatewayPlan(
        new Listener(EVERYWHERE, PORT, null),
        AdminPlan.DEFAULTS,
        List.of(upstream),
        Routing.all(upstream, sloClass),
        Callers.DEFAULTS,
        Guard.DEFAULTS,
        Keeping.NONE,
        Reckoning.DEFAULTS);
  }

  /// The same with other addresses.
  public GatewayPlan withAddresses(Listener clients, AdminPlan shown) {
    return new GatewayPlan(clients, shown, upstreams, routing, callers, guard, keeping, reckoning);
  }

  /// The same with other limits, times and retries.
  public GatewayPlan withGuard(Guard other) {
    return new GatewayPlan(listen, admin, upstreams, routing, callers, other, keeping, reckoning);
  }

  /// The same with other files.
  public GatewayPlan withKeeping(Keeping other) {
    return new GatewayPlan(listen, admin, upstreams, routing, callers, guard, other, reckoning);
  }

  /// The same with other prices, labels and collector.
  public GatewayPlan withReckoning(Reckoning other) {
    return new GatewayPlan(listen, admin, upstreams, routing, callers, guard, keeping, other);
  }

  /// The currency of its prices and costs; `USD` where it has none.
  public String currency() {
    return currencies(upstreams, reckoning).findFirst().orElse("USD");
  }

  /// The upstream of that name.
  ///
  /// @throws IllegalArgumentException where there is none
  public Upstream upstream(String name) {
    return upstreams.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no upstream " + name));
  }

  /// The first upstream that is this gateway, or its admin port: no request would ever be served.
  /// Empty where there is none, as there must be none once the plan is in force.
  public Optional<Upstream> itself() {
    return upstreams.stream()
        .filter(each -> listen.isAt(each.url()) || admin.listen().isAt(each.url()))
        .findFirst();
  }

  /// The files of certificates and keys that it was read with: a plan is another once one of them
  /// is.
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
