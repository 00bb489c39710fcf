/// Where a server saturates: levels of load that grow until more of it brings nothing, refined
/// where it matters, over HTTP and in virtual time alike.
///
/// Runs on the thread that calls it; a level that is ended early is told so from the threads of the
/// load.
@NullMarked
package dev.goodput.lab.saturation;

import org.jspecify.annotations.NullMarked;
