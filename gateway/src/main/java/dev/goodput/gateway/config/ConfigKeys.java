package dev.goodput.gateway.config;

import java.util.List;
import java.util.stream.Collectors;

/// All keys of `gateway.yaml`, in the order in which they are told of.
final class ConfigKeys {
  static final List<ConfigKey> ALL =
      List.of(
          key(
              "listen",
              "address",
              ":9000",
              "where clients come in; `:PORT` is every IPv4 address, `[::]:PORT` every address"),
          key("tls", "keys", "plain TCP", "the gateway's own identity for its clients"),
          key("tls.certificate", "file", "", "certificate chain, PEM"),
          key("tls.key", "file", "", "its private key, PEM in PKCS#8"),
          key("tls.client-ca", "file", "", "demand client certificates of these issuers, PEM"),
          key(
              "admin",
              "keys",
              "",
              "the gateway's own page, metrics and probes, on a port of their own"),
          key(
              "admin.listen",
              "address",
              "127.0.0.1:9001",
              "`:PORT` is 127.0.0.1; beyond this machine a token is needed"),
          key(
              "admin.token",
              "secret",
              "",
              "bearer token that all but `/`, `/livez` and `/readyz` demand"),
          key(
              "admin.open",
              "true or false",
              "false",
              "may be reached from other machines without a token"),
          key("admin.tls", "keys", "plain TCP", "as `tls`"),
          key("admin.tls.certificate", "file", "", "certificate chain, PEM"),
          key("admin.tls.key", "file", "", "its private key, PEM in PKCS#8"),
          key(
              "admin.tls.client-ca",
              "file",
              "",
              "demand client certificates of these issuers, PEM"),
          key("upstreams[]", "list", "", "whom the gateway asks; at least one"),
          key(
              "upstreams[].url",
              "URL",
              "",
              "`http` or `https`, host, port, and a prefix that goes before the client's path; a"
                  + " `/v1` at its end is the client's own"),
          key("upstreams[].name", "name", "host and port", "as labels and records have it"),
          key(
              "upstreams[].http",
              "auto, 1 or 2",
              "auto",
              "HTTP/2 where TLS agrees on it; `2` on `http` by prior knowledge"),
          key(
              "upstreams[].keep-host",
              "true or false",
              "false",
              "pass on the client's `Host`, and not the URL's"),
          key("upstreams[].ca", "file", "the system's", "certificates to trust, PEM"),
          key("upstreams[].certificate", "file", "", "our client certificate, PEM"),
          key("upstreams[].key", "file", "", "its private key, PEM in PKCS#8"),
          key("upstreams[].insecure", "true or false", "false", "accept any certificate"),
          key(
              "upstreams[].api-key",
              "secret",
              "",
              "sent as `Authorization: Bearer …` instead of the client's key"),
          key(
              "upstreams[].headers",
              "names and values",
              "",
              "set in every request, in the place of the client's; a value with `${NAME}` or"
                  + " `file:` is a secret"),
          key("upstreams[].headers.NAME", "text or secret", "", "the header's value"),
          key(
              "upstreams[].metrics",
              "list of URLs",
              "none",
              "pages of its engines and its GPUs, each at an address at which one server answers; a"
                  + " host alone means its `/metrics`"),
          key("upstreams[].cost-per-hour", "price", "", "of the whole server: `3.50` or `3.50EUR`"),
          key("routes[]", "list", "", "which way requests go: the first whose conditions all hold"),
          key("routes[].name", "name", "", "as labels and records have it"),
          key("routes[].path", "path", "any", "whole segments that the path begins with"),
          key(
              "routes[].model",
              "model",
              "any",
              "as the client asks for it; `*` at its end for whatever follows. The gateway then"
                  + " passes a body on once all of it is there, or its first 16 MiB"),
          key("routes[].header", "header", "any", "that the request must have"),
          key("routes[].value", "text", "any", "that the header must have"),
          key("routes[].upstream", "name", "the only one", "where such requests go"),
          key(
              "routes[].slo",
              "SLO",
              "`slo`",
              "a class, a preset or an expression to judge them by"),
          key(
              "default",
              "keys",
              "",
              "for requests that no route takes; without it they get a 404, unless there are no"
                  + " routes"),
          key("default.upstream", "name", "the only one", "where they go"),
          key("default.slo", "SLO", "`slo`", "a class, a preset or an expression to judge them by"),
          key(
              "slo",
              "SLO",
              "chat",
              "what requests are judged by where their route does not say: a class, a preset or an"
                  + " expression"),
          key("slo-classes", "names and SLOs", "", "promises by name"),
          key(
              "slo-classes.NAME",
              "SLO",
              "",
              "an expression like `p95 ttft<=200ms, tpot<=50ms`, or a preset"),
          key("attainment", "share", "95%", "of requests that must be good"),
          key("tenants", "keys", "", "how it is known whose a request is"),
          key(
              "tenants.header",
              "header",
              "",
              "that names the tenant; believed as it comes, so let only those set it whom you"
                  + " trust"),
          key(
              "tenants.keys[]",
              "list",
              "",
              "tenants that are known by their API keys, of which only digests are kept"),
          key("tenants.keys[].name", "name", "", "the tenant's"),
          key(
              "tenants.keys[].sha256",
              "digest",
              "",
              "of the key: `printf %s \"$KEY\" | sha256sum`"),
          key(
              "tenants.digests",
              "true or false",
              "true",
              "tell other keys apart by `key-` and 12 digits of a salted digest"),
          key(
              "tenants.salt",
              "secret",
              "new with each start",
              "of those digests, so that they stay as they are over a restart"),
          key("session", "keys", "", "where a request names its session: one of both"),
          key("session.header", "header", "", "a header"),
          key(
              "session.body",
              "field",
              "",
              "a field of the body, like `user` or `metadata.session_id`; where a request lacks it,"
                  + " as without this key, the fields by which dialects name sessions"),
          key(
              "prices[]",
              "list",
              "",
              "what tokens cost; a model's own price goes before a pattern's, a longer pattern's"
                  + " before a shorter's"),
          key("prices[].model", "model", "any", "`*` at its end for whatever follows"),
          key("prices[].input", "number", "", "of a million prompt tokens"),
          key(
              "prices[].cached-input",
              "number",
              "as `input`",
              "of a million that came out of a cache"),
          key("prices[].output", "number", "", "of a million tokens of answers"),
          key("prices[].reasoning", "number", "as `output`", "of a million tokens of reasoning"),
          key("prices[].currency", "three capitals", "USD", "one for all lists and costs"),
          key("limits", "keys", "", "how much is let in"),
          key(
              "limits.max-connections",
              "number",
              "16384",
              "of clients at a time; one more gets a 503"),
          key(
              "limits.max-in-flight",
              "number",
              "16384",
              "requests at a time; one more gets a 503, as does one whose body would have those"
                  + " that wait to be sent fill more than a quarter of the heap"),
          key(
              "limits.max-header-bytes",
              "size",
              "64KiB",
              "of a request's head; a longer one gets a 431"),
          key(
              "limits.max-body-bytes",
              "size",
              "256MiB",
              "of a request's body; a longer one gets a 413"),
          key("timeouts", "keys", "", "how long to wait; `none` for as long as it takes"),
          key(
              "timeouts.connect",
              "time",
              "900ms",
              "for a connection to an upstream, from the look-up of its name to HTTP/2's settings;"
                  + " then a 502"),
          key("timeouts.request-head", "time", "10s", "for a request's head"),
          key(
              "timeouts.body-idle",
              "time",
              "60s",
              "between two reads of a request's body, and for a client to take more of its answer"),
          key(
              "timeouts.keep-alive-idle",
              "time",
              "75s",
              "for the next request on a client's connection"),
          key("timeouts.upstream-first-byte", "time", "none", "for an answer to begin; then a 504"),
          key(
              "timeouts.upstream-idle",
              "time",
              "none",
              "between two reads of an answer, and for the upstream to take more of a request"),
          key(
              "timeouts.drain",
              "time",
              "30s",
              "for streams under way when the gateway is asked to end"),
          key("retries", "keys", "", "whether an upstream is asked again; each attempt is counted"),
          key("retries.attempts", "number", "1", "in all, the first included"),
          key(
              "retries.on",
              "list",
              "",
              "`connect`: no connection could be made; `503`: it answered that"),
          key(
              "log",
              "keys",
              "",
              "records kept in run directories, which `report` and `compare` read"),
          key("log.dir", "directory", "", "that holds them"),
          key("log.share", "share", "100%", "of the exchanges that are kept"),
          key(
              "log.rotate-size",
              "size",
              "256MiB",
              "a new run directory after as many bytes, 1MiB or more"),
          key("log.rotate-every", "time", "1h", "and after as long, 1s or more"),
          key(
              "log.cap",
              "size",
              "10GiB",
              "of all of them, rotate-size or more; the oldest go first"),
          key(
              "log.always",
              "list",
              "none",
              "what is kept whatever the share is: `failed`, and `slow`, outside the bounds of its"
                  + " SLO class"),
          key("capture", "keys", "", "a workload file of the real traffic, without its text"),
          key(
              "capture.file",
              "file",
              "",
              "written anew; where it is there when the gateway begins, traffic-2.jsonl beside it"),
          key(
              "capture.cap",
              "size",
              "1GiB",
              "it ends at this size, 1MiB or more, and the traffic goes on"),
          key("otlp", "keys", "", "an OpenTelemetry collector that is told, over HTTP"),
          key("otlp.endpoint", "URL", "", "its base; `/v1/metrics` and `/v1/traces` come below it"),
          key("otlp.headers", "names and values", "", "set in every request, keys among them"),
          key("otlp.headers.NAME", "text or secret", "", "the header's value"),
          key("otlp.every", "time", "10s", "between two exports of metrics"),
          key("otlp.metrics", "true or false", "true", "send metrics"),
          key(
              "otlp.histograms",
              "explicit or exponential",
              "explicit",
              "the buckets of histograms: the page's, or exponential ones of scale 4"),
          key(
              "otlp.traces",
              "share",
              "100%",
              "of the exchanges whose spans are sent; `0` for none"),
          key(
              "otlp.resource",
              "names and values",
              "",
              "attributes of the sender, beside or in the place of `service.name`,"
                  + " `service.version`, `service.instance.id` (the host's name and a random part,"
                  + " new with each start) and `host.name`"),
          key(
              "otlp.resource.NAME",
              "text",
              "",
              "the attribute's value; `${NAME}` is filled in, and shown"),
          key(
              "labels",
              "keys",
              "",
              "how many values a label may take; later ones are counted as `other`"),
          key("labels.values", "number", "100", "of one label: models, tenants, routes"),
          key("labels.series", "number", "500", "sets of labels"),
          key("pace", "number", "5", "tokens per second that a reader reads"));

  private ConfigKeys() {}

  private static ConfigKey key(String path, String kind, String usual, String text) {
    return new ConfigKey(path, kind, usual, text);
  }

  /// The words that may stand below a path; empty at the top.
  static List<String> below(String path) {
    return ALL.stream()
        .filter(key -> key.parent().equals(path))
        .map(ConfigKey::word)
        .collect(Collectors.toList());
  }
}
