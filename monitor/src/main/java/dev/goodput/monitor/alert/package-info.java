/// Burn-rate alerts for a gateway without a Prometheus: the rules of `operate.slo` evaluated on the
/// meter's counters, and messages to webhooks, chats and the terminal.
///
/// Owns when a message is sent, its text, and its delivery. Secrets of a receiver's URL are in no
/// message, error or figure.
///
/// Threading: one thread evaluates, and each receiver has a thread of its own; nothing that serves
/// clients ever waits for them.
@NullMarked
package dev.goodput.monitor.alert;

import org.jspecify.annotations.NullMarked;
