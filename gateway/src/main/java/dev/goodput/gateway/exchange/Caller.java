package dev.goodput.gateway.exchange;

import org.jspecify.annotations.Nullable;

/// Who asks, and which way the request goes, as far as its head tells.
///
/// @param tenant by name or digest, `""` where nobody is named
/// @param path that was asked, without its query
/// @param session by the header that names it, `""` where none does
/// @param sessionField the body's field that names it, `""` for the usual ones
/// @param receivedNanos the read that brought the request's first byte
/// @param coding the body's `Content-Encoding`, `""` where there is none
/// @param traceparent the header of that name, null where there is none
record Caller(
    String tenant,
    String path,
    String session,
    String sessionField,
    long receivedNanos,
    String coding,
    @Nullable String traceparent) {}
