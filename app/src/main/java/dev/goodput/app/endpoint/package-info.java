/// Target, workload and request options that all sending commands share, and pre-flight checks that
/// turn them into a prepared target.
///
/// Option groups are plain values that picocli fills;
/// [dev.goodput.app.endpoint.CommonOptions#check] refuses what contradicts itself before anything
/// is opened. Main thread only.
@NullMarked
package dev.goodput.app.endpoint;

import org.jspecify.annotations.NullMarked;
