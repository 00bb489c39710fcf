package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey;
import dev.goodput.gateway.plan.ProtectionPlan.Retries;
import dev.goodput.gateway.plan.ProtectionPlan.Timeouts;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.TenantReader;
import dev.goodput.relay.Route;
import dev.goodput.relay.Router;
import dev.goodput.relay.Upstream;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.RequestHead;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The router of requests by one plan; another plan has its own router.
final class PlanRouter implements Router {
  /// The most bytes of a body that are read to find its model.
  private static final int MODEL_WITHIN = 16 << 20;

  /// In a form the model may come after a sound or an image, which may have up to 25 MB in these
  /// APIs.
  private static final int MODEL_WITHIN_FORM = 32 << 20;

  private static final String FULL = "all places for requests are taken; try again soon";
  private static final String NO_ROOM =
      "too much of other requests waits to be sent; try again soon";

  /// The same limit as for a session named in a body.
  private static final int LONGEST_SESSION = 512;

  private final GatewayPlan plan;
  private final TenantReader tenants;
  private final Map<String, Upstream> upstreams;
  private final RecordingThread recordingThread;
  private final InFlightGauge inFlightGauge;
  private final boolean readsModels;

  PlanRouter(
      GatewayPlan plan, byte[] salt, RecordingThread recordingThread, InFlightGauge inFlightGauge) {
    this.plan = plan;
    this.tenants = new TenantReader(plan.identity().tenants(), salt);
    this.upstreams = RelayUpstreams.of(plan);
    this.recordingThread = recordingThread;
    this.inFlightGauge = inFlightGauge;
    this.readsModels = plan.routing().readsModels();
  }

  @Override
  public Route route(RequestHead head, long receivedNanos) {
    UnaryOperator<@Nullable String> headers =
        name -> name == null ? null : head.header(name.toLowerCase(Locale.ROOT));
    Caller caller = caller(head, headers, receivedNanos);
    Dialect dialect = head.method().equals("POST") ? Dialect.at(head.origin()).orElse(null) : null;
    boolean full = inFlightGauge.total() >= plan.protection().limits().maxInFlight();
    List<Routing.Route> possible =
        readsModels ? plan.routing().candidates(caller.path(), headers) : List.of();
    String model = byModel(possible) ? ModelNames.ofPath(caller.path()) : "";
    if (!model.isEmpty() || !byModel(possible) || !hasBody(head)) {
      String named = model.isEmpty() ? ModelNames.ofQuery(head.target()) : model;
      return full
          ? refuseOverload(FULL, caller, routes(caller, named, headers), dialect)
          : forward(caller, dialect, named, headers);
    }
    if (full && ofOneClass(possible)) {
      return refuseOverload(FULL, caller, possible, dialect);
    }
    return byBody(head, caller, dialect, full, headers);
  }

  private Route byBody(
      RequestHead head,
      Caller caller,
      @Nullable Dialect dialect,
      boolean full,
      UnaryOperator<@Nullable String> headers) {
    return new Route.ByBody(
        form(head) ? MODEL_WITHIN_FORM : MODEL_WITHIN,
        body -> {
          String model = model(head, body);
          return full
              ? refuseOverload(FULL, caller, routes(caller, model, headers), dialect)
              : forward(caller, dialect, model, headers);
        },
        body ->
            refuseOverload(
                NO_ROOM,
                caller,
                candidates(caller, modelWithoutDecoding(head, body), headers),
                dialect));
  }

  private static boolean byModel(List<Routing.Route> possible) {
    return possible.stream().anyMatch(route -> !route.match().model().isEmpty());
  }

  private static boolean hasBody(RequestHead head) {
    return head.method().equals("POST") && head.bodyLength() != 0 && !head.upgrades();
  }

  private static boolean form(RequestHead head) {
    String type = head.header("content-type");
    return type != null && type.toLowerCase(Locale.ROOT).contains("multipart/form-data");
  }

  /// Without room for a body there is none for its decoded form.
  private static String modelWithoutDecoding(RequestHead head, byte[] body) {
    return BodyCoding.coded(head.joined("content-encoding")) ? "" : ModelNames.ofBody(head, body);
  }

  /// Counts a body without a model; it is routed like requests without a model.
  private String model(RequestHead head, byte[] body) {
    String inBody = ModelNames.ofBody(head, body);
    String model = inBody.isEmpty() ? ModelNames.ofQuery(head.target()) : inBody;
    if (model.isEmpty()) {
      recordingThread.countMissingModel();
    }
    return model;
  }

  /// Returns the routes that a truncated body could have taken, as far as its beginning or the
  /// possible routes determine.
  private List<Routing.Route> candidates(
      Caller caller, String model, UnaryOperator<@Nullable String> headers) {
    List<Routing.Route> possible = plan.routing().candidates(caller.path(), headers);
    return model.isEmpty() && ofOneClass(possible) ? possible : routes(caller, model, headers);
  }

  private List<Routing.Route> routes(
      Caller caller, String model, UnaryOperator<@Nullable String> headers) {
    return plan.routing().route(caller.path(), model, headers).stream().toList();
  }

  private static boolean ofOneClass(List<Routing.Route> possible) {
    return possible.stream().map(Routing.Route::sloClass).distinct().count() <= 1;
  }

  /// Refuses a request. It counts in the SLO class in which it would have been served; otherwise
  /// shedding load would make the class look better.
  ///
  /// @param possible the routes that the request could have taken; all have one class
  private Route.Refuse refuseOverload(
      String words, Caller caller, List<Routing.Route> possible, @Nullable Dialect dialect) {
    String route = possible.size() == 1 ? possible.getFirst().name() : "";
    String sloClass = possible.isEmpty() ? "" : possible.getFirst().sloClass();
    return refuse(
        503, "too_many_requests", words, caller, new RouteNames(route, sloClass), dialect);
  }

  private Caller caller(
      RequestHead head, UnaryOperator<@Nullable String> headers, long receivedNanos) {
    return new Caller(
        tenants.tenant(headers),
        head.path(),
        session(headers),
        sessionField(),
        receivedNanos,
        head.joined("content-encoding"),
        head.header("traceparent"));
  }

  private String session(UnaryOperator<@Nullable String> headers) {
    SessionKey key = plan.identity().session();
    String named =
        key != null && key.location() == SessionKey.Location.HEADER
            ? headers.apply(key.name())
            : null;
    return named == null ? "" : named.substring(0, Math.min(LONGEST_SESSION, named.length()));
  }

  private String sessionField() {
    SessionKey key = plan.identity().session();
    return key != null && key.location() == SessionKey.Location.BODY ? key.name() : "";
  }

  private Route forward(
      Caller caller,
      @Nullable Dialect dialect,
      String model,
      UnaryOperator<@Nullable String> headers) {
    Optional<Routing.Route> found = plan.routing().route(caller.path(), model, headers);
    if (found.isEmpty()) {
      String words = "no route of the gateway takes this request";
      return refuse(404, "no_route", words, caller, RouteNames.NONE, dialect);
    }
    Routing.Route route = found.get();
    Upstream upstream = upstreams.get(route.upstream());
    if (upstream == null) {
      throw new IllegalStateException("a route to an upstream that is not there");
    }
    Retries retries = plan.protection().retries();
    return new Route.Forward(
        Collections.nCopies(retries.attempts(), upstream),
        retries.onConnect(),
        retries.on503(),
        new ExchangeObserver(
            caller,
            new RouteNames(route.name(), route.sloClass()),
            dialect,
            recordingThread,
            inFlightGauge));
  }

  private Route.Refuse refuse(
      int status,
      String type,
      String message,
      Caller caller,
      RouteNames routeNames,
      @Nullable Dialect dialect) {
    ExchangeObserver observer =
        new ExchangeObserver(caller, routeNames, dialect, recordingThread, inFlightGauge);
    return new Route.Refuse(status, type, message, observer);
  }

  /// A plan's upstreams in the relay's form.
  private static final class RelayUpstreams {
    private static final long FOREVER_NANOS = 3_600_000_000_000L;

    private RelayUpstreams() {}

    /// Returns the upstreams by name.
    static Map<String, Upstream> of(GatewayPlan plan) {
      Map<String, Upstream> all = new HashMap<>();
      for (dev.goodput.gateway.plan.Upstream each : plan.upstreams()) {
        all.put(each.name(), of(each, plan.protection().timeouts()));
      }
      return all;
    }

    private static Upstream of(dev.goodput.gateway.plan.Upstream planned, Timeouts timeouts) {
      URI url = planned.url();
      return new Upstream(
          planned.name(),
          URI.create(url.getScheme() + "://" + url.getRawAuthority() + planned.pathPrefix()),
          planned.tls(),
          planned.keepHost(),
          planned.headers().stream().map(ExtraHeader::header).toList(),
          timeouts.connectNanos() == 0 ? FOREVER_NANOS : timeouts.connectNanos(),
          timeouts.firstByteNanos(),
          timeouts.upstreamIdleNanos(),
          planned.http());
    }
  }
}
