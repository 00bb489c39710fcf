/// Reads what profilers of engines wrote: torch profiler traces, tables of `nsys stats`, and the
/// profiles of `trtexec`.
///
/// [ProfileReader] recognizes the format and returns a [Profile]: operators by time, how long the
/// processor was busy and idle, and what launching work cost the host. Files are read once, as a
/// stream: memory grows with the different operators and, up to 16 MiB per device, with the gaps
/// between them. [EngineBound] derives what bounds the engine.
///
/// Owns the names that profilers give operators and calls. Values, usable from any thread.
@NullMarked
package dev.goodput.observe.profile;

import org.jspecify.annotations.NullMarked;
