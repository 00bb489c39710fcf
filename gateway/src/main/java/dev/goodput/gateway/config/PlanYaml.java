package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Always;
import dev.goodput.gateway.plan.Callers;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.Deadlines;
import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Limits;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.PriceList;
import dev.goodput.gateway.plan.Reckoning;
import dev.goodput.gateway.plan.Retries;
import dev.goodput.gateway.plan.Route;
import dev.goodput.gateway.plan.RouteMatch;
import dev.goodput.gateway.plan.SessionKey;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.Cost;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.words.Quantities;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.SafeUrl;
import dev.goodput.wire.server.ServerTls;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// A plan as `gateway.yaml` would have it, everything said, secrets masked.
public final class PlanYaml {
  private static final String SECRET = "(secret)";

  /// Keys and values in order; what is null or empty is left out.
  private static final class Keys {
    final Map<String, Object> all = new LinkedHashMap<>();

    Keys with(String key, @Nullable Object value) {
      boolean nothing =
          value == null
              || value.equals("")
              || (value instanceof List<?> list && list.isEmpty())
              || (value instanceof Map<?, ?> map && map.isEmpty());
      if (!nothing) {
        all.put(key, value);
      }
      return this;
    }
  }

  private PlanYaml() {}

  /// The whole plan; ends with a line's end.
  public static String of(GatewayPlan plan) {
    Keys root = new Keys();
    root.with("listen", plan.listen().shown())
        .with("tls", tls(plan.listen().tls()))
        .with("admin", admin(plan.admin()))
        .with("upstreams", plan.upstreams().stream().map(PlanYaml::upstream).toList());
    routes(root, plan);
    callers(root, plan.callers());
    root.with("prices", plan.reckoning().prices().stream().map(PlanYaml::price).toList())
        .with("limits", limits(plan.guard().limits()))
        .with("timeouts", timeouts(plan.guard().deadlines()))
        .with("retries", retries(plan.guard().retries()))
        .with("log", log(plan.keeping().log()))
        .with("capture", capture(plan.keeping().capture()));
    reckoning(root, plan.reckoning());
    return YAMLMapper.builder()
        .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
        .disable(YAMLWriteFeature.SPLIT_LINES)
        .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
        .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
        .build()
        .writeValueAsString(root.all);
  }

  private static @Nullable Object tls(@Nullable ServerTls tls) {
    return tls == null
        ? null
        : new Keys()
            .with("certificate", shown(tls.certificatePem()))
            .with("key", shown(tls.keyPem()))
            .with("client-ca", shown(tls.clientCaPem()))
            .all;
  }

  private static Object admin(AdminPlan admin) {
    return new Keys()
        .with("listen", admin.listen().shown())
        .with("token", admin.token() == null ? null : SECRET)
        .with("open", admin.open())
        .with("tls", tls(admin.listen().tls()))
        .all;
  }

  private static Object upstream(Upstream upstream) {
    Tls tls = upstream.tls();
    Cost cost = upstream.hourlyCost();
    return new Keys()
        .with("name", upstream.name())
        .with("url", SafeUrl.address(upstream.url().toString()))
        .with("http", upstream.http().word())
        .with("keep-host", upstream.keepHost())
        .with("ca", shown(tls.caPem()))
        .with("certificate", shown(tls.certificatePem()))
        .with("key", shown(tls.keyPem()))
        .with("insecure", tls.insecure())
        .with("headers", headers(upstream.headers()))
        .with("metrics", upstream.metrics().stream().map(PageAddress::shown).toList())
        .with("cost-per-hour", cost == null ? null : plain(cost.perHour()) + cost.currency())
        .all;
  }

  private static Object headers(List<ExtraHeader> headers) {
    Keys keys = new Keys();
    headers.forEach(header -> keys.with(header.header().name(), header.shown()));
    return keys.all;
  }

  private static void routes(Keys root, GatewayPlan plan) {
    List<Object> named = new ArrayList<>();
    Object rest = null;
    for (Route route : plan.routing().routes()) {
      RouteMatch match = route.match();
      Keys to = new Keys();
      if (!match.equals(RouteMatch.ANY)) {
        to.with("name", route.name())
            .with("path", match.pathPrefix())
            .with("model", match.model())
            .with("header", match.header())
            .with("value", match.headerValue());
      }
      to.with("upstream", route.upstream()).with("slo", route.sloClass());
      if (match.equals(RouteMatch.ANY)) {
        rest = to.all;
      } else {
        named.add(to.all);
      }
    }
    Keys classes = new Keys();
    plan.routing().sloClasses().forEach(each -> classes.with(each.name(), slo(each.slo())));
    root.with("routes", named).with("default", rest).with("slo-classes", classes.all);
  }

  private static @Nullable String slo(Slo slo) {
    return slo.bounds().isEmpty() ? slo.name() : slo.expression();
  }

  private static void callers(Keys root, Callers callers) {
    List<Map<String, Object>> keys =
        callers.tenants().keys().stream()
            .map(key -> new Keys().with("name", key.name()).with("sha256", key.sha256()).all)
            .toList();
    SessionKey session = callers.session();
    root.with(
        "tenants",
        new Keys()
            .with("header", callers.tenants().header())
            .with("keys", keys)
            .with("digests", callers.tenants().digests())
            .with("salt", callers.tenants().salt() == null ? null : SECRET)
            .all);
    if (session != null) {
      boolean header = session.from() == SessionKey.From.HEADER;
      root.with("session", new Keys().with(header ? "header" : "body", session.name()).all);
    }
  }

  private static Object price(PriceList price) {
    return new Keys()
        .with("model", price.model())
        .with("input", new BigDecimal(plain(price.input())))
        .with("cached-input", new BigDecimal(plain(price.cachedInput())))
        .with("output", new BigDecimal(plain(price.output())))
        .with("reasoning", new BigDecimal(plain(price.reasoning())))
        .with("currency", price.currency())
        .all;
  }

  private static Object limits(Limits limits) {
    return new Keys()
        .with("max-connections", limits.maxConnections())
        .with("max-in-flight", limits.maxInFlight())
        .with("max-header-bytes", Quantities.formatBytes(limits.maxHeaderBytes()))
        .with("max-body-bytes", Quantities.formatBytes(limits.maxBodyBytes()))
        .all;
  }

  private static Object timeouts(Deadlines times) {
    return new Keys()
        .with("connect", time(times.connectNanos()))
        .with("request-head", time(times.requestHeadNanos()))
        .with("body-idle", time(times.bodyIdleNanos()))
        .with("keep-alive-idle", time(times.keepAliveIdleNanos()))
        .with("upstream-first-byte", time(times.firstByteNanos()))
        .with("upstream-idle", time(times.upstreamIdleNanos()))
        .with("drain", Quantities.format(Duration.ofNanos(times.drainNanos())))
        .all;
  }

  private static Object retries(Retries retries) {
    List<String> on = new ArrayList<>();
    if (retries.onConnect()) {
      on.add("connect");
    }
    if (retries.on503()) {
      on.add("503");
    }
    return new Keys().with("attempts", retries.attempts()).with("on", on).all;
  }

  private static @Nullable Object log(@Nullable LogPlan log) {
    return log == null
        ? null
        : new Keys()
            .with("dir", shown(log.directory()))
            .with("share", new BigDecimal(plain(log.share())))
            .with("rotate-size", Quantities.formatBytes(log.rotateBytes()))
            .with("rotate-every", Quantities.format(Duration.ofNanos(log.rotateNanos())))
            .with("cap", Quantities.formatBytes(log.capBytes()))
            .with("always", log.always().stream().map(Always::word).sorted().toList())
            .all;
  }

  private static @Nullable Object capture(@Nullable CapturePlan capture) {
    return capture == null
        ? null
        : new Keys()
            .with("file", shown(capture.file()))
            .with("cap", Quantities.formatBytes(capture.capBytes()))
            .all;
  }

  private static void reckoning(Keys root, Reckoning reckoning) {
    OtlpPlan otlp = reckoning.otlp();
    root.with("otlp", otlp == null ? null : otlp(otlp))
        .with(
            "labels",
            new Keys()
                .with("values", reckoning.labels().values())
                .with("series", reckoning.labels().series())
                .all)
        .with("attainment", new BigDecimal(plain(reckoning.attainmentTarget())))
        .with("pace", new BigDecimal(plain(reckoning.paceTps())));
  }

  private static Object otlp(OtlpPlan otlp) {
    return new Keys()
        .with("endpoint", SafeUrl.address(otlp.endpoint().toString()))
        .with("headers", headers(otlp.headers()))
        .with("every", Quantities.format(Duration.ofNanos(otlp.everyNanos())))
        .with("metrics", otlp.metrics())
        .with("histograms", otlp.histograms().word())
        .with("traces", new BigDecimal(plain(otlp.traceShare())))
        .with("resource", otlp.resource().isEmpty() ? null : otlp.resource())
        .all;
  }

  private static @Nullable String shown(@Nullable Pem pem) {
    return pem == null ? null : pem.file().toString();
  }

  private static @Nullable String shown(@Nullable Path path) {
    return path == null ? null : path.toString();
  }

  private static String time(long nanos) {
    return nanos == 0 ? "none" : Quantities.format(Duration.ofNanos(nanos));
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
