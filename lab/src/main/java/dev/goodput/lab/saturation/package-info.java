/// Finds where a server saturates: levels of load that grow until more load brings nothing, refined
/// where it matters, over HTTP and in virtual time alike.
///
/// Threading: runs on the calling thread; the end of a level that is cut short is decided on the
/// threads of the load.
@NullMarked
package dev.goodput.lab.saturation;

import org.jspecify.annotations.NullMarked;
