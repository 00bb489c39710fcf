package dev.goodput.monitor.watch;

import dev.goodput.record.LogEntry;

/// A log entry that the load level of one server produced.
///
/// @param site the index of the server
record ProbeEvent(int site, LogEntry entry) {}
