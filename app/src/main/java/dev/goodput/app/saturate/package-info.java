/// `goodput saturate`: from what was typed to where a server saturates.
@NullMarked
package dev.goodput.app.saturate;

import org.jspecify.annotations.NullMarked;
