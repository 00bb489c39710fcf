package dev.goodput.gateway.admin;

import org.jspecify.annotations.Nullable;

/// The content of the admin pages. It is requested at any time in the gateway's life: the probes on
/// the admin server's loop, everything else on another thread, one request at a time.
public interface AdminSources {
  /// Returns the live page. It contains no figures and is public.
  Page page();

  /// Returns the figures of the live page; null before there are any.
  ///
  /// @param target path and query; the query contains the time from which trends are needed
  @Nullable Page live(String target);

  /// Returns the Prometheus page; null before there is one.
  ///
  /// @param accept the `Accept` header; null if there is none
  @Nullable Page metrics(@Nullable String accept);

  /// Returns the configuration in force, secrets masked.
  Page config();

  /// Returns whether the gateway should receive requests.
  Readiness readiness();

  /// Returns why only a restart helps; null while the process works.
  @Nullable String restartReason();

  /// A page.
  final class Page {
    private final String type;
    private final byte[] body;
    private byte @Nullable [] smaller;

    /// @param type the media type
    /// @param body not copied; must not be changed afterwards
    public Page(String type, byte[] body) {
      this.type = type;
      this.body = body;
    }

    public String type() {
      return type;
    }

    /// Returns the body, which must not be changed.
    byte[] body() {
      return body;
    }

    /// Returns the gzipped body, which is made once. One thread at a time.
    byte[] zipped() {
      byte[] known = smaller;
      if (known == null) {
        known = GzipResponse.zipped(body);
        smaller = known;
      }
      return known;
    }
  }

  /// The result of the readiness probe.
  ///
  /// @param ready whether the gateway should receive requests
  /// @param words why it should not, or other messages
  record Readiness(boolean ready, String words) {}
}
