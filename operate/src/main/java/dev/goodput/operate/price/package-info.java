/// Price lists of metered APIs: YAML files with prices, their sources and dates.
///
/// Owns the form of these files. It does no arithmetic: `metrics.result.ModelPrice` does. Values,
/// usable from any thread.
@NullMarked
package dev.goodput.operate.price;

import org.jspecify.annotations.NullMarked;
