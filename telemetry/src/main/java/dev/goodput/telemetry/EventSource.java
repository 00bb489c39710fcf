package dev.goodput.telemetry;

/// The origin of an event. A repeated event has the same origin, so that it is recognized.
///
/// @param gateway the gateway's name, or the run's name for a stored run
/// @param boot a number of the gateway process or of the stored run
/// @param sequence the event's number since the boot, from 0; ascending within a partition
public record EventSource(String gateway, long boot, long sequence) {}
