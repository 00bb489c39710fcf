package dev.goodput.gateway.admin;

import dev.goodput.gateway.plan.AdminPlan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// By which names figures are given.
///
/// A page of anybody's can have a browser on this machine ask 127.0.0.1 by a name of its own, and
/// read the answer as its own (DNS rebinding). So where nothing else says who is let in, a request
/// names an address, this machine, or a name that no public name server knows.
final class OwnNames {
  private final boolean any;

  OwnNames(AdminPlan plan) {
    this.any = plan.token() != null || plan.open();
  }

  /// Whether a request is for us.
  ///
  /// @param host its header of that name; null where there was none
  boolean are(@Nullable String host) {
    if (any || host == null || host.startsWith("[")) {
      return true;
    }
    String name = host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    return !name.contains(".")
        || name.endsWith(".localhost")
        || name.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  }
}
