/// Target, workload and request options that all sending commands share.
///
/// Option groups are plain values that picocli fills;
/// [dev.goodput.app.endpoint.CommonOptions#check] refuses what contradicts itself before anything
/// is opened, and `runner.endpoint` opens it. Main thread only.
@NullMarked
package dev.goodput.app.endpoint;

import org.jspecify.annotations.NullMarked;
