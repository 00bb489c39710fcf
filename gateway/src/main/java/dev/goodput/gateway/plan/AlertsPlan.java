package dev.goodput.gateway.plan;

import dev.goodput.record.words.Quantities;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.client.PageAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Burn-rate alerts that the gateway evaluates itself, and where they are sent.
///
/// @param pageWithinNanos time within which a total outage pages; null for the default. It is
///   raised to what the attainment allows
/// @param repeatNanos time between two messages about an alert that keeps firing
/// @param receivers at least one
public record AlertsPlan(
    @Nullable Long pageWithinNanos, long repeatNanos, List<Receiver> receivers) {
  /// To standard output, repeated every four hours.
  public static final AlertsPlan DEFAULTS =
      new AlertsPlan(null, 4 * 3600 * 1_000_000_000L, List.of(Receiver.STDOUT));

  private static final long MINUTE = 60_000_000_000L;

  /// Copies the list.
  ///
  /// @throws PlanException a time out of range, no receiver, or a duplicate name
  public AlertsPlan {
    receivers = List.copyOf(receivers);
    if (pageWithinNanos != null
        && (pageWithinNanos < 5 * MINUTE || pageWithinNanos > 24 * MINUTE)) {
      throw new PlanException(
          "page-within",
          "must be from 5m to 24m, found " + Quantities.format(Duration.ofNanos(pageWithinNanos)));
    }
    Checks.secondsAtLeast("repeat", 300, repeatNanos);
    Checks.atLeast("receivers", 1, receivers.size());
    Checks.distinct("receivers", receivers.stream().map(Receiver::name).toList());
  }

  /// One place that messages are sent to.
  ///
  /// @param name for metrics and messages
  /// @param form what is sent
  /// @param url where to; null for [Form#STDOUT]
  /// @param severities the severities that it receives
  public record Receiver(String name, Form form, @Nullable Secret url, Set<Severity> severities) {
    private static final String NO_URL = "must be an http or https URL with a host";

    /// Everything, to standard output.
    public static final Receiver STDOUT =
        new Receiver("stdout", Form.STDOUT, null, Set.of(Severity.values()));

    /// Copies the set.
    ///
    /// @throws PlanException a missing or unnecessary URL, one that is no URL, or no severity
    public Receiver {
      Checks.name("name", name);
      severities = Set.copyOf(severities);
      Checks.atLeast("severities", 1, severities.size());
      if ((form == Form.STDOUT) != (url == null)) {
        throw new PlanException(
            "url",
            form == Form.STDOUT
                ? "does not apply to type stdout"
                : "is missing; write url: ${NAME} or url: file:PATH");
      }
      if (url != null) {
        address(url);
      }
    }

    /// Returns the address of its URL.
    ///
    /// @throws IllegalStateException for [Form#STDOUT]
    public PageAddress address() {
      if (url == null) {
        throw new IllegalStateException("stdout has no address");
      }
      return address(url);
    }

    /// No error quotes the URL, because it may be the secret itself.
    private static PageAddress address(Secret url) {
      try {
        if (!url.reveal().matches("(?i)https?://.*")) {
          throw new PlanException("url", NO_URL);
        }
        PageAddress parsed = PageAddress.parse("url", url.reveal(), "/");
        URI at = parsed.url();
        List<Header> json = List.of(new Header("Content-Type", "application/json"));
        return new PageAddress(at, json, null, parsed.tls());
      } catch (BadSettingException _) {
        throw new PlanException("url", NO_URL);
      }
    }
  }

  /// The form of a message.
  public enum Form {
    /// A JSON object with every fact.
    WEBHOOK("webhook"),
    /// A JSON object with a text, as Slack and compatible chats take it.
    SLACK("slack"),
    /// A line of the gateway's own output.
    STDOUT("stdout");

    private final String key;

    Form(String key) {
      this.key = key;
    }

    /// Returns the value in `gateway.yaml`.
    public String key() {
      return key;
    }
  }

  /// How urgent an alert is.
  public enum Severity {
    /// Somebody must act now.
    PAGE("page"),
    /// Somebody must act in the next days.
    TICKET("ticket");

    private final String key;

    Severity(String key) {
      this.key = key;
    }

    /// Returns the value in `gateway.yaml` and in labels.
    public String key() {
      return key;
    }
  }
}
