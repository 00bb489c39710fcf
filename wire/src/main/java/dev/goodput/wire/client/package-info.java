/// Exchanges with an LLM server: pooled connections, stamps, timeouts, outcomes, pre-flight.
///
/// A socket read is stamped once, before anything is parsed, and every event that the read
/// completes gets this stamp. One [dev.goodput.wire.client.LlmClient] owns the connections of one
/// loop to one server.
///
/// Threading: a client and its calls belong to one loop and are used only there. [Preflight] blocks
/// and belongs on a thread of its own.
@NullMarked
package dev.goodput.wire.client;

import org.jspecify.annotations.NullMarked;
