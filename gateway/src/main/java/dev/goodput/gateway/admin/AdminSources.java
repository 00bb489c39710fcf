package dev.goodput.gateway.admin;

import org.jspecify.annotations.Nullable;

/// What the admin pages say. Asked at any moment of the gateway's life, probes on the admin
/// server's loop, the rest beside it by one thread at a time.
public interface AdminSources {
  /// The live page; it holds no figures, and is given to anyone.
  Page page();

  /// The figures behind it; null before there are any.
  ///
  /// @param target path and query, which say from when on trends are wanted
  @Nullable Page live(String target);

  /// The page that Prometheus scrapes; null before there is one.
  ///
  /// @param accept the `Accept` header; null where there was none
  @Nullable Page metrics(@Nullable String accept);

  /// The configuration in force, secrets masked.
  Page config();

  /// Whether requests should come here.
  Readiness readiness();

  /// Why only a restart helps; null while the process does what it is there for.
  @Nullable String hung();

  /// A page.
  final class Page {
    private final String type;
    private final byte[] body;
    private byte @Nullable [] smaller;

    /// @param type its media type
    /// @param body not copied, and not to be changed after
    public Page(String type, byte[] body) {
      this.type = type;
      this.body = body;
    }

    /// Its media type.
    public String type() {
      return type;
    }

    /// What it says; not to be changed.
    byte[] body() {
      return body;
    }

    /// The same by gzip, made once; by one thread at a time.
    byte[] zipped() {
      byte[] known = smaller;
      if (known == null) {
        known = Zip.zipped(body);
        smaller = known;
      }
      return known;
    }
  }

  /// Whether requests should come here.
  ///
  /// @param ready whether they should
  /// @param words why not, or what there is to say all the same
  record Readiness(boolean ready, String words) {}
}
