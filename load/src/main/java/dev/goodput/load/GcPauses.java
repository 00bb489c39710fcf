package dev.goodput.load;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// The stop-the-world pauses of this process's garbage collector, as reported by the collector, in
/// whole milliseconds. Concurrent collectors report their cycles too; those stop nothing and are
/// excluded.
final class GcPauses implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final List<NotificationEmitter> emitters = new ArrayList<>();
  private final NotificationListener listener = (notification, _) -> onNotification(notification);

  GcPauses() {
    for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter
          && !collector.getName().contains("Cycles")) {
        emitter.addNotificationListener(listener, null, null);
        emitters.add(emitter);
      }
    }
  }

  private void onNotification(Notification notification) {
    if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
            notification.getType())
        && notification.getUserData() instanceof CompositeData data) {
      long millis = GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
      nanos.add(millis * NANOS_PER_MILLI);
    }
  }

  /// Returns the pauses since the last call, in nanoseconds.
  List<Long> drain() {
    List<Long> all = new ArrayList<>();
    for (Long pause = nanos.poll(); pause != null; pause = nanos.poll()) {
      all.add(pause);
    }
    return all;
  }

  @Override
  public void close() {
    for (NotificationEmitter emitter : emitters) {
      try {
        emitter.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException("a listener that was added is gone", e);
      }
    }
  }
}
