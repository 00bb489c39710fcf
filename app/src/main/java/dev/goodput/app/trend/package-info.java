/// `goodput runs trend`: metrics over stored runs, with change points.
@NullMarked
package dev.goodput.app.trend;

import org.jspecify.annotations.NullMarked;
