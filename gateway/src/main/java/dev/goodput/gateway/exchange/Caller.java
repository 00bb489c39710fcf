package dev.goodput.gateway.exchange;

import org.jspecify.annotations.Nullable;

/// The client of a request and its path, as known from the request's head.
///
/// @param tenant the tenant's name or digest, `""` if unknown
/// @param path the requested path, without its query
/// @param session the session named by a header, `""` if there is none
/// @param sessionField the body's field that names the session, `""` for the default fields
/// @param receivedNanos time of the read that brought the request's first byte
/// @param coding the body's `Content-Encoding`, `""` if there is none
/// @param traceparent the `traceparent` header, null if there is none
record Caller(
    String tenant,
    String path,
    String session,
    String sessionField,
    long receivedNanos,
    String coding,
    @Nullable String traceparent) {}
