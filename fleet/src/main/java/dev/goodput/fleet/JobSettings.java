package dev.goodput.fleet;

import java.time.Duration;

/// The settings of a job.
///
/// @param kafka the cluster
/// @param events the topic of events
/// @param results the topic of roll-ups
/// @param deadLetters the topic of records that are not events
/// @param group the consumer group, which also names the transactions: one job per group
/// @param outOfOrderness how much events of one partition may differ in order
/// @param lateness how late an event may be and still count in its window
/// @param idleness after which a silent partition no longer holds the watermark back
/// @param checkpoints time between checkpoints, and so between commits of the results
/// @param labelValues the largest number of values of one label in one task
/// @param labelSets the largest number of sets of labels in one task
/// @param bounded whether to end at the topic's end as of the start
record JobSettings(
    KafkaCluster kafka,
    String events,
    String results,
    String deadLetters,
    String group,
    Duration outOfOrderness,
    Duration lateness,
    Duration idleness,
    Duration checkpoints,
    int labelValues,
    int labelSets,
    boolean bounded) {}
