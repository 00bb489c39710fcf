/// `goodput saturate`: from the options to the load at which a server saturates.
@NullMarked
package dev.goodput.app.saturate;

import org.jspecify.annotations.NullMarked;
