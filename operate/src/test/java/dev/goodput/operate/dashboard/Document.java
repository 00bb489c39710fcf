package dev.goodput.operate.dashboard;

import dev.goodput.gateway.config.YamlNode;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.util.List;
import java.util.stream.Stream;

/// A generated dashboard, read back. Every JSON document is a YAML document.
record Document(YamlNode node) {
  /// Returns the dashboard for the SLO file of the preset `chat`: 95 % of requests within a TTFT of
  /// 200 ms and a TPOT of 80 ms.
  static Document of(DashboardFormat format) {
    return read(format.text(SloFile.parse("slo.yaml", SloTemplate.of(Slo.parse("chat")))));
  }

  static Document read(String json) {
    return new Document(YamlReader.read("dashboard.json", json, "a dashboard"));
  }

  /// Returns the value of a key; fails if there is none.
  Document at(String key) {
    if (node instanceof YamlNode.Mapping fields && fields.entries().containsKey(key)) {
      return new Document(fields.entries().get(key).value());
    }
    throw new AssertionError("no " + key + " in " + node);
  }

  boolean has(String key) {
    return node instanceof YamlNode.Mapping fields && fields.entries().containsKey(key);
  }

  String text(String key) {
    return at(key).node instanceof YamlNode.Scalar text ? text.value() : "";
  }

  /// Returns the items of a list; fails if the key has no list.
  List<Document> each(String key) {
    if (at(key).node instanceof YamlNode.Sequence items) {
      return items.items().stream().map(Document::new).toList();
    }
    throw new AssertionError(key + " is no list");
  }

  /// Returns the panels of a Grafana dashboard, without the titles of rows.
  List<Document> panels() {
    return each("panels").stream().filter(panel -> !panel.text("type").equals("row")).toList();
  }

  /// Returns the panel of a title.
  Document panel(String title) {
    return panels().stream()
        .filter(panel -> panel.text("title").equals(title))
        .findFirst()
        .orElseThrow();
  }

  /// Returns the queries of a Grafana dashboard with fixed windows instead of Grafana's variables.
  List<String> queries() {
    Stream<String> panels =
        panels().stream().flatMap(p -> p.each("targets").stream()).map(t -> t.text("expr"));
    Stream<String> annotations =
        at("annotations").each("list").stream().map(each -> each.text("expr"));
    return Stream.concat(panels, annotations).map(Document::fixed).toList();
  }

  static String fixed(String query) {
    return query.replace("$__rate_interval", "5m").replace("$__range", "1h");
  }

  /// Returns the widgets of a Datadog dashboard, without the groups.
  List<Document> widgets() {
    return each("widgets").stream()
        .flatMap(group -> group.at("definition").each("widgets").stream())
        .map(widget -> widget.at("definition"))
        .toList();
  }
}
