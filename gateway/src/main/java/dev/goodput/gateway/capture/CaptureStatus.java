package dev.goodput.gateway.capture;

/// The status of a capture.
///
/// @param written requests in the file
/// @param lost requests that should be in the file and are not: the disk was full, the writer fell
///   behind, their prompt was not read to its end, or it was hashed with the salt of the previous
///   file
/// @param bytes size of the file
/// @param ended whether the file has reached its cap, so that nothing more is written
/// @param problem why nothing is written now, in one line; empty if there is no problem
public record CaptureStatus(long written, long lost, long bytes, boolean ended, String problem) {}
