package dev.goodput.gateway.config;

import static dev.goodput.gateway.config.ValueType.SECRET;
import static dev.goodput.gateway.config.ValueType.TEXT;
import static dev.goodput.gateway.config.ValueType.TIME;

import dev.goodput.gateway.config.Part.Keys;
import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import java.util.List;

/// The keys below `alerts`, a part of the table [GatewayKeys].
final class AlertKeys {
  private AlertKeys() {}

  static Part<AlertsPlan> alerts() {
    Keys<AlertsPlan> keys = new Keys<>(AlertsPlan.DEFAULTS);
    var within = keys.addWithoutDefault("page-within", TIME, AlertsPlan::pageWithinNanos);
    var repeat = keys.add("repeat", TIME, AlertsPlan::repeatNanos);
    var receivers = keys.add("receivers", receiver().list(), AlertsPlan::receivers);
    return keys.build(
        values -> new AlertsPlan(values.find(within), values.get(repeat), values.get(receivers)));
  }

  private static Part<Receiver> receiver() {
    Keys<Receiver> keys = new Keys<>(Receiver.STDOUT);
    var name = keys.addWithoutDefault("name", TEXT, Receiver::name);
    var type =
        keys.add(
            "type",
            ValueType.choice("webhook, slack or stdout", List.of(Form.values()), Form::key),
            Receiver::form);
    var url = keys.addWithoutDefault("url", SECRET, Receiver::url);
    var severities =
        keys.add(
            "severities",
            ValueType.choices(List.of(Severity.values()), Severity::key),
            Receiver::severities);
    return keys.build(values -> {
      Form form = values.get(type);
      return new Receiver(
          values.getOrElse(name, form.key()), form, values.find(url), values.get(severities));
    });
  }
}
