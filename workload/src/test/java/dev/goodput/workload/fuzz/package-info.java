/// Fuzz targets that run as regression tests.
@NullMarked
package dev.goodput.workload.fuzz;

import org.jspecify.annotations.NullMarked;
