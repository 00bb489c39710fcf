package dev.goodput.gateway.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The status of the log on disk; counts are since the gateway's start.
///
/// @param directory the directory that is written to now, null if there is none
/// @param written records written to the operating system
/// @param sampledOut records excluded by sampling
/// @param lost records that should have been kept and were not: the disk was full, or the writer
///   fell behind
/// @param deleted run directories deleted to make room for newer ones
/// @param problem why nothing is written now, in one line; empty if there is no problem
public record LogStatus(
    @Nullable Path directory,
    long written,
    long sampledOut,
    long lost,
    long deleted,
    String problem) {}
