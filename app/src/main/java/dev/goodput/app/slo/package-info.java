/// `goodput slo`: SLO files from presets, and their check.
@NullMarked
package dev.goodput.app.slo;

import org.jspecify.annotations.NullMarked;
