/// `goodput dashboards`: dashboards of the gateway's metrics.
@NullMarked
package dev.goodput.app.dashboards;

import org.jspecify.annotations.NullMarked;
