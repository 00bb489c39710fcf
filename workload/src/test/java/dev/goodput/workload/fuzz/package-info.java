/// Fuzz targets that run as regression.
@NullMarked
package dev.goodput.workload.fuzz;

import org.jspecify.annotations.NullMarked;
