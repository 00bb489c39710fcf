package dev.goodput.gateway.config;

import static dev.goodput.gateway.config.RoutingKeys.CLASSES;
import static dev.goodput.gateway.config.ValueType.BOOLEAN;
import static dev.goodput.gateway.config.ValueType.CA_CERTIFICATES;
import static dev.goodput.gateway.config.ValueType.DECIMAL;
import static dev.goodput.gateway.config.ValueType.HEADERS;
import static dev.goodput.gateway.config.ValueType.INT;
import static dev.goodput.gateway.config.ValueType.PATH;
import static dev.goodput.gateway.config.ValueType.PEM;
import static dev.goodput.gateway.config.ValueType.SECRET;
import static dev.goodput.gateway.config.ValueType.SHARE;
import static dev.goodput.gateway.config.ValueType.SIZE;
import static dev.goodput.gateway.config.ValueType.TEXT;
import static dev.goodput.gateway.config.ValueType.TIME;
import static dev.goodput.gateway.config.ValueType.TIME_OR_NONE;

import dev.goodput.gateway.config.Part.Keys;
import dev.goodput.gateway.config.Part.Values;
import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.AccountingPlan.LabelLimits;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.IdentityPlan;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey.Location;
import dev.goodput.gateway.plan.IdentityPlan.TenantKey;
import dev.goodput.gateway.plan.IdentityPlan.Tenants;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.LogPlan.AlwaysStored;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.OtlpPlan.Histograms;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.ProtectionPlan;
import dev.goodput.gateway.plan.ProtectionPlan.Limits;
import dev.goodput.gateway.plan.ProtectionPlan.Retries;
import dev.goodput.gateway.plan.ProtectionPlan.Timeouts;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.StoragePlan;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.server.ServerSockets;
import dev.goodput.wire.server.ServerTls;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The table of all keys of `gateway.yaml`, in the order in which they are shown. A row has the
/// name of a key, the type of its value, its place in a plan, and whether a change requires a
/// restart. Default values come from the defaults of the plan. Reading, showing and reloading a
/// plan use this table. `docs/reference/gateway.md` describes each key; a test compares the two.
///
/// In each part, the keys come first, then the function that creates the part from their values.
final class GatewayKeys {
  private static final List<String> RETRY_CAUSES = List.of("connect", "503");
  private static final Map<Kind, Double> FREE = Map.of(Kind.INPUT, 0.0, Kind.OUTPUT, 0.0);
  private static final ValueType<LocalDate> DATE =
      ValueType.parsed("a date like 2026-11-27", LocalDate::parse, LocalDate::toString);
  private static final Part<ServerTls> TLS = tls();

  private static final ValueType<Listener> LISTEN = ValueType.address(GatewayPlan.ALL_ADDRESSES);
  private static final Part<TelemetryPlan> TELEMETRY = telemetry();
  static final Part<GatewayPlan> ROOT = root();

  private GatewayKeys() {}

  private static Part<GatewayPlan> root() {
    Upstream sample = Upstream.of("placeholder", "http://placeholder");
    Keys<GatewayPlan> keys = new Keys<>(GatewayPlan.simple(sample, SloClass.of("chat")));
    var listen = keys.addWithRestart("listen", LISTEN, plan -> plan.listen().withTls(null));
    var tls = keys.add("tls", TLS.value(), plan -> plan.listen().tls());
    var admin = keys.addWithRestart("admin", admin().value(), GatewayPlan::admin);
    var upstreams =
        keys.addWithoutDefault("upstreams", UpstreamKeys.UPSTREAM.list(), GatewayPlan::upstreams);
    var routes =
        keys.addWithoutDefault("routes", RoutingKeys.ROUTE.list(), RoutingKeys::conditionalRoutes);
    var defaultRoute =
        keys.addReportedAs(
            "routes", "default", RoutingKeys.DEFAULT.value(), RoutingKeys::defaultRoute);
    var slo = keys.addWithoutDefault("slo", TEXT, _ -> null);
    var slos = keys.addWithoutDefault("slo-classes", CLASSES, plan -> plan.routing().sloClasses());
    var attainment = keys.add("attainment", SHARE, plan -> plan.accounting().attainmentTarget());
    var tenants = keys.add("tenants", tenants().value(), plan -> plan.identity().tenants());
    var session = keys.add("session", session().value(), plan -> plan.identity().session());
    var prices = keys.add("prices", price().list(), plan -> plan.accounting().prices());
    var priceList = keys.addWithoutDefault("price-list", TEXT, _ -> null);
    var limits = keys.add("limits", limits().value(), plan -> plan.protection().limits());
    var timeouts = keys.add("timeouts", timeouts().value(), plan -> plan.protection().timeouts());
    var retries = keys.add("retries", retries().value(), plan -> plan.protection().retries());
    var log = keys.add("log", log().value(), plan -> plan.storage().log());
    var capture = keys.add("capture", capture().value(), plan -> plan.storage().capture());
    var otlp = keys.add("otlp", otlp().value(), plan -> plan.accounting().otlp());
    var alerts = keys.add("alerts", AlertKeys.alerts().value(), plan -> plan.accounting().alerts());
    var telemetry =
        keys.addWithRestart("telemetry", TELEMETRY.value(), plan -> plan.accounting().telemetry());
    var labels = keys.add("labels", labels().value(), plan -> plan.accounting().labels());
    var pace = keys.add("pace", DECIMAL, plan -> plan.accounting().paceTps());
    return keys.build(values -> {
      List<Upstream> servers = requireUpstreams(values.find(upstreams), values);
      Listener clients = values.get(listen).withTls(values.find(tls));
      AdminPlan adminPlan = values.get(admin);
      requireDistinctPorts(clients, adminPlan, values);
      Routing routing =
          RoutingKeys.routing(
              servers.stream().map(Upstream::name).toList(),
              values.getOrElse(routes, List.of()),
              values.find(defaultRoute),
              values.find(slo),
              values.getOrElse(slos, List.of()));
      IdentityPlan identity = new IdentityPlan(values.get(tenants), values.find(session));
      ProtectionPlan protection =
          new ProtectionPlan(values.get(limits), values.get(timeouts), values.get(retries));
      StoragePlan storage = new StoragePlan(values.find(log), values.find(capture));
      AccountingPlan accounting =
          new AccountingPlan(
              prices(values.get(prices), values.find(priceList)),
              values.get(labels),
              values.get(pace),
              values.get(attainment),
              values.find(otlp),
              values.find(alerts),
              values.find(telemetry));
      return new GatewayPlan(
          clients, adminPlan, servers, routing, identity, protection, storage, accounting);
    });
  }

  private static List<Upstream> requireUpstreams(
      @Nullable List<Upstream> upstreams, Values<?> values) {
    if (upstreams == null) {
      throw new PlanException(
          "", "needs upstreams, the servers to forward to, like upstreams: [{url: …}]");
    }
    if (upstreams.isEmpty()) {
      throw new PlanException("upstreams", "must name at least one, found an empty list");
    }
    UpstreamKeys.requireDistinctNames(upstreams, values);
    UpstreamKeys.requireDistinctPower(upstreams);
    return upstreams;
  }

  /// Rejects a client port that equals the default admin port. The error names `listen`, the only
  /// one of the two keys that is in the file.
  private static void requireDistinctPorts(Listener clients, AdminPlan admin, Values<?> values) {
    int port = admin.listen().port();
    if (!values.has("admin.listen") && clients.port() == port) {
      throw new PlanException(
          "listen", "must be another port than admin.listen's, " + port + " unless it is named");
    }
  }

  private static Part<ServerTls> tls() {
    Keys<ServerTls> keys = new Keys<>(null);
    var certificate = keys.addRequired("certificate", "tls.crt", PEM, ServerTls::certificatePem);
    var key = keys.addRequired("key", "tls.key", PEM, ServerTls::keyPem);
    var clientCa = keys.add("client-ca", CA_CERTIFICATES, ServerTls::clientCaPem);
    return keys.build(values -> {
      ServerTls tls =
          new ServerTls(values.get(certificate), values.get(key), values.find(clientCa));
      try {
        ServerSockets.check(tls);
      } catch (BadSettingException e) {
        throw new PlanException("certificate", "cannot be used: " + e.getMessage());
      }
      return tls;
    });
  }

  private static Part<AdminPlan> admin() {
    Keys<AdminPlan> keys = new Keys<>(AdminPlan.DEFAULTS);
    var listen =
        keys.add(
            "listen", ValueType.address(AdminPlan.HOST), admin -> admin.listen().withTls(null));
    var token = keys.add("token", SECRET, AdminPlan::token);
    var open = keys.add("open", BOOLEAN, AdminPlan::open);
    var tls = keys.add("tls", TLS.value(), admin -> admin.listen().tls());
    return keys.build(values ->
        new AdminPlan(
            values.get(listen).withTls(values.find(tls)), values.find(token), values.get(open)));
  }

  private static Part<Tenants> tenants() {
    Keys<Tenants> keys = new Keys<>(Tenants.DEFAULTS);
    var header = keys.add("header", TEXT, Tenants::header);
    var known = keys.add("keys", tenantKey().list(), Tenants::keys);
    var digests = keys.add("digests", BOOLEAN, Tenants::digests);
    var salt = keys.add("salt", SECRET, Tenants::salt);
    return keys.build(values ->
        new Tenants(values.get(header), values.get(known), values.get(digests), values.find(salt)));
  }

  private static Part<TenantKey> tenantKey() {
    Keys<TenantKey> keys = new Keys<>(null);
    var name = keys.addRequired("name", "acme", TEXT, TenantKey::name);
    var digest = keys.addRequired("sha256", "9f86d0…", TEXT, TenantKey::sha256);
    return keys.build(values -> new TenantKey(values.get(name), values.get(digest)));
  }

  private static Part<SessionKey> session() {
    Keys<SessionKey> keys = new Keys<>(null);
    var header =
        keys.add("header", TEXT, key -> key.location() == Location.HEADER ? key.name() : null);
    var body = keys.add("body", TEXT, key -> key.location() == Location.BODY ? key.name() : null);
    return keys.build(values -> {
      String inHeader = values.find(header);
      String inBody = values.find(body);
      if ((inHeader == null) == (inBody == null)) {
        String found = inBody == null ? "neither" : "both";
        throw new PlanException("", "must be header or body, found " + found);
      }
      return inHeader == null
          ? new SessionKey(Location.BODY, values.get(body))
          : new SessionKey(Location.HEADER, inHeader);
    });
  }

  private static Part<ModelPrice> price() {
    Keys<ModelPrice> keys = new Keys<>(ModelPrice.of("", "USD", FREE));
    var model = keys.add("model", TEXT, ModelPrice::model);
    Map<Kind, Key<ModelPrice, Double>> kinds = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Function<ModelPrice, @Nullable Double> getter = price -> price.perMillion().get(kind);
      kinds.put(
          kind,
          FREE.containsKey(kind)
              ? keys.addRequired(kind.key(), "1.50", DECIMAL, getter)
              : keys.addWithoutDefault(kind.key(), DECIMAL, getter));
    }
    var currency = keys.add("currency", TEXT, ModelPrice::currency);
    var source = keys.add("source", TEXT, ModelPrice::source);
    var date = keys.addWithoutDefault("date", DATE, ModelPrice::date);
    var cached = keys.add("input-includes-cached", BOOLEAN, ModelPrice::inputIncludesCached);
    var reasoning =
        keys.add("output-includes-reasoning", BOOLEAN, ModelPrice::outputIncludesReasoning);
    return keys.build(values -> {
      Map<Kind, Double> prices = new EnumMap<>(Kind.class);
      kinds.forEach((kind, key) -> {
        Double price = values.find(key);
        if (price != null) {
          AccountingPlan.requirePrice(kind, price);
          prices.put(kind, price);
        }
      });
      return new ModelPrice(
          values.get(model),
          values.get(currency),
          values.get(source),
          values.find(date),
          prices,
          null,
          values.get(cached),
          values.get(reasoning));
    });
  }

  /// Returns the prices of the configuration and those of its price list, if it names one. The
  /// configuration's own price of a model takes precedence.
  private static List<ModelPrice> prices(List<ModelPrice> own, @Nullable String list) {
    if (list == null) {
      return own;
    }
    Set<String> models = own.stream().map(ModelPrice::model).collect(Collectors.toSet());
    return Stream.concat(
            own.stream(),
            PriceFile.read(Path.of(list)).models().values().stream()
                .filter(each -> !models.contains(each.model())))
        .toList();
  }

  private static Part<Limits> limits() {
    Keys<Limits> keys = new Keys<>(Limits.DEFAULTS);
    var connections = keys.addWithRestart("max-connections", INT, Limits::maxConnections);
    var inFlight = keys.add("max-in-flight", INT, Limits::maxInFlight);
    var header = keys.addWithRestart("max-header-bytes", SIZE, Limits::maxHeaderBytes);
    var body = keys.addWithRestart("max-body-bytes", SIZE, Limits::maxBodyBytes);
    return keys.build(values ->
        new Limits(
            values.get(connections), values.get(inFlight), values.get(header), values.get(body)));
  }

  private static Part<Timeouts> timeouts() {
    Keys<Timeouts> keys = new Keys<>(Timeouts.DEFAULTS);
    var connect = keys.add("connect", TIME_OR_NONE, Timeouts::connectNanos);
    var head = keys.addWithRestart("request-head", TIME_OR_NONE, Timeouts::requestHeadNanos);
    var body = keys.addWithRestart("body-idle", TIME_OR_NONE, Timeouts::bodyIdleNanos);
    var idle = keys.addWithRestart("keep-alive-idle", TIME_OR_NONE, Timeouts::keepAliveIdleNanos);
    var first = keys.add("upstream-first-byte", TIME_OR_NONE, Timeouts::firstByteNanos);
    var upstream = keys.add("upstream-idle", TIME_OR_NONE, Timeouts::upstreamIdleNanos);
    var drain = keys.add("drain", TIME, Timeouts::drainNanos);
    return keys.build(values ->
        new Timeouts(
            values.get(connect),
            values.get(head),
            values.get(body),
            values.get(idle),
            values.get(first),
            values.get(upstream),
            values.get(drain)));
  }

  private static Part<Retries> retries() {
    Keys<Retries> keys = new Keys<>(Retries.NONE);
    var attempts = keys.add("attempts", INT, Retries::attempts);
    var on =
        keys.add("on", ValueType.choices(RETRY_CAUSES, word -> word), GatewayKeys::retryCauses);
    return keys.build(values -> {
      Set<String> failures = values.get(on);
      return new Retries(
          values.get(attempts), failures.contains("connect"), failures.contains("503"));
    });
  }

  private static Set<String> retryCauses(Retries retries) {
    Set<String> failures = new HashSet<>();
    if (retries.onConnect()) {
      failures.add("connect");
    }
    if (retries.on503()) {
      failures.add("503");
    }
    return failures;
  }

  private static Part<LogPlan> log() {
    Keys<LogPlan> keys = new Keys<>(LogPlan.in(Path.of("")));
    var dir = keys.addRequired("dir", "/var/lib/goodput", PATH, LogPlan::directory);
    var share = keys.add("share", SHARE, LogPlan::share);
    var size = keys.add("rotate-size", SIZE, LogPlan::rotateBytes);
    var every = keys.add("rotate-every", TIME, LogPlan::rotateNanos);
    var cap = keys.add("cap", SIZE, LogPlan::capBytes);
    var always =
        keys.add(
            "always",
            ValueType.choices(List.of(AlwaysStored.values()), AlwaysStored::key),
            LogPlan::always);
    return keys.build(values ->
        new LogPlan(
            values.get(dir),
            values.get(share),
            values.get(size),
            values.get(every),
            values.get(cap),
            values.get(always)));
  }

  private static Part<CapturePlan> capture() {
    Keys<CapturePlan> keys = new Keys<>(CapturePlan.to(Path.of("")));
    var file = keys.addRequired("file", "traffic.jsonl", PATH, CapturePlan::file);
    var cap = keys.add("cap", SIZE, CapturePlan::capBytes);
    return keys.build(values -> new CapturePlan(values.get(file), values.get(cap), true));
  }

  private static Part<OtlpPlan> otlp() {
    Keys<OtlpPlan> keys = new Keys<>(OtlpPlan.to("http://placeholder"));
    var endpoint =
        keys.addRequired(
            "endpoint",
            "http://collector:4318",
            ValueType.url(OtlpPlan::readEndpoint),
            OtlpPlan::endpoint);
    var headers = keys.add("headers", HEADERS, OtlpPlan::headers);
    var every = keys.add("every", TIME, OtlpPlan::everyNanos);
    var metrics = keys.add("metrics", BOOLEAN, OtlpPlan::metrics);
    var histograms =
        keys.add(
            "histograms",
            ValueType.choice(
                "explicit or exponential", List.of(Histograms.values()), Histograms::key),
            OtlpPlan::histograms);
    var traces = keys.add("traces", SHARE, OtlpPlan::traceShare);
    var resource =
        keys.add(
            "resource",
            ValueType.withUserNames(GatewayKeys::resource, all -> all),
            OtlpPlan::resource);
    return keys.build(values ->
        new OtlpPlan(
            values.get(endpoint),
            values.get(headers),
            values.get(every),
            values.get(metrics),
            values.get(histograms),
            values.get(traces),
            values.get(resource)));
  }

  private static SortedMap<String, String> resource(Section section) {
    SortedMap<String, String> all = new TreeMap<>();
    for (String name : section.keys()) {
      String typed = section.text(name);
      if (typed.startsWith("file:")) {
        throw section.error(name, "is shown to everybody, so it must not hold a file's content");
      }
      all.put(
          name,
          ValueType.SecretReader.isReference(typed)
              ? ValueType.SecretReader.value(section, name)
              : typed);
    }
    return all;
  }

  private static Part<TelemetryPlan> telemetry() {
    Keys<TelemetryPlan> keys = new Keys<>(TelemetryPlan.to("kafka://placeholder"));
    var url = keys.addRequired("url", "kafka://broker:9092/topic", TEXT, TelemetryPlan::url);
    var settings = keys.add("settings", PATH, TelemetryPlan::settings);
    var partials = keys.add("partials", BOOLEAN, TelemetryPlan::partials);
    var spill = keys.add("spill", PATH, TelemetryPlan::spill);
    var spillSize = keys.add("spill-size", SIZE, TelemetryPlan::spillBytes);
    return keys.build(values -> {
      TelemetryPlan to = TelemetryPlan.to(values.get(url));
      return new TelemetryPlan(
          to.servers(),
          to.topic(),
          values.find(settings),
          values.get(partials),
          values.find(spill),
          values.get(spillSize));
    });
  }

  private static Part<LabelLimits> labels() {
    Keys<LabelLimits> keys = new Keys<>(LabelLimits.DEFAULTS);
    var labelValues = keys.add("values", INT, LabelLimits::values);
    var series = keys.add("series", INT, LabelLimits::series);
    return keys.build(values -> new LabelLimits(values.get(labelValues), values.get(series)));
  }
}
