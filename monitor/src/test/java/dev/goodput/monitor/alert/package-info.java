/// Tests of the gateway's own alerts: logic by a manual clock, delivery by a real server.
@NullMarked
package dev.goodput.monitor.alert;

import org.jspecify.annotations.NullMarked;
