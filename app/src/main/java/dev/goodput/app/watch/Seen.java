package dev.goodput.app.watch;

import dev.goodput.record.LogEntry;

/// What a server's level brought forth.
///
/// @param site its index
record Seen(int site, LogEntry entry) {}
