/// Helpers for several tests of this module.
@NullMarked
package dev.goodput.workload.testing;

import org.jspecify.annotations.NullMarked;
