package dev.goodput.export;

import dev.goodput.record.RequestRecord;

/// An exchange whose span is queued.
record QueuedExchange(RequestRecord request, ExchangeFacts facts) {}
