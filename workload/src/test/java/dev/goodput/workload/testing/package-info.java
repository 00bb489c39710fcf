/// What several tests of this module need.
@NullMarked
package dev.goodput.workload.testing;

import org.jspecify.annotations.NullMarked;
