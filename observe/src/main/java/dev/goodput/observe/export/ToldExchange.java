package dev.goodput.observe.export;

import dev.goodput.record.RequestRecord;

/// An exchange whose span waits to be sent.
record ToldExchange(RequestRecord request, ExchangeFacts facts) {}
