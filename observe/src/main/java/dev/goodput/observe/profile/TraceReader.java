package dev.goodput.observe.profile;

import dev.goodput.observe.profile.Profile.Format;
import dev.goodput.record.words.JsonErrorText;
import dev.goodput.wire.BadSettingException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// A reader of JSON: traces in the Trace Event Format of Chrome, as `torch.profiler` exports them,
/// and profiles of `trtexec --exportProfile`.
///
/// In a trace, events of the categories `kernel`, `gpu_memcpy` and `gpu_memset` ran on a GPU,
/// `cpu_op` on the host, and `cuda_runtime` and `cuda_driver` are calls of the host (ROCm uses the
/// same names). Times are in microseconds. A profile of `trtexec` is an array: a count of
/// inferences, then one object per layer with `timeMs`, as `sampleReporting.cpp` of TensorRT writes
/// it.
final class TraceReader {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private final Path file;
  private final ProfileBuilder gpu = new ProfileBuilder();
  private final ProfileBuilder cpu = new ProfileBuilder();
  private final HostThreads threads = new HostThreads(cpu);
  private final Event event = new Event();
  private long events;
  private long untimed;
  private long inferences = 1;
  private boolean layers;
  private boolean pythonSeen;

  TraceReader(Path file) {
    this.file = file;
  }

  /// One event or layer; fields that are absent in the file are null.
  private static final class Event {
    @Nullable String phase;
    String category = "";
    @Nullable String name;
    String thread = "";
    String device = "";
    @Nullable Long start;
    @Nullable Long duration;
    @Nullable Long layerTime;
    @Nullable Long count;

    void clear() {
      phase = null;
      category = "";
      name = null;
      thread = "";
      device = "";
      start = null;
      duration = null;
      layerTime = null;
      count = null;
    }
  }

  /// @throws BadSettingException naming the file, the line and the problem
  Profile read(InputStream in) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), in)) {
      try {
        document(json);
      } catch (JacksonIOException e) {
        throw e;
      } catch (UnexpectedEndOfInputException e) {
        throw ProfileReader.cut(file, events, e);
      } catch (JacksonException e) {
        throw new BadSettingException(
            file
                + ":"
                + json.currentLocation().getLineNr()
                + ": not JSON: "
                + JsonErrorText.of(e.getOriginalMessage()),
            e);
      }
    } catch (JacksonIOException e) {
      throw ProfileReader.cut(file, events, e);
    }
    threads.end();
    return profile();
  }

  private void document(JsonParser json) {
    if (json.nextToken() == JsonToken.START_ARRAY) {
      events(json);
    } else {
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = "traceEvents".equals(json.currentName());
        if (json.nextToken() == JsonToken.START_ARRAY && wanted) {
          events(json);
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private void events(JsonParser json) {
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        event.clear();
        fields(json, false);
        events++;
        add();
      } else {
        json.skipChildren();
      }
    }
  }

  private void fields(JsonParser json, boolean arguments) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && !arguments && "args".equals(field)) {
        fields(json, true);
      } else if (value.isScalarValue()) {
        field(json, field, arguments);
      } else {
        json.skipChildren();
      }
    }
  }

  private void field(JsonParser json, String field, boolean argument) {
    if (argument) {
      if ("device".equals(field)) {
        event.device = json.getString();
      }
      return;
    }
    switch (field) {
      case "ph" -> event.phase = json.getString();
      case "cat" -> event.category = json.getString();
      case "name" -> event.name = json.getString();
      case "pid", "tid" -> event.thread += json.getString() + " ";
      case "ts" -> event.start = nanos(json, 3);
      case "dur" -> event.duration = nanos(json, 3);
      case "timeMs" -> event.layerTime = nanos(json, 6);
      case "count" -> event.count = nanos(json, 0);
      default -> {}
    }
  }

  // Microseconds since 1970 with three digits behind the point do not fit a double.
  private static @Nullable Long nanos(JsonParser json, int digits) {
    if (!json.currentToken().isNumeric() || json.isNaN()) {
      return null;
    }
    BigDecimal value = json.getDecimalValue().movePointRight(digits);
    return value.abs().compareTo(MAX) < 0 ? Long.valueOf(value.longValue()) : null;
  }

  private void add() {
    pythonSeen |= "python_function".equals(event.category);
    if (event.layerTime != null && event.name != null) {
      layers = true;
      gpu.add(event.name, inferences, event.layerTime);
    } else if (event.phase == null && event.count != null) {
      inferences = Math.max(1, event.count);
    } else if ("X".equals(event.phase) && event.name != null) {
      if (event.start == null || event.duration == null || event.duration < 0) {
        untimed++;
      } else {
        completed(event.name, event.start, event.duration);
      }
    }
  }

  private void completed(String name, long start, long duration) {
    switch (event.category.toLowerCase(Locale.ROOT)) {
      case "kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset" -> {
        gpu.add(name, 1, duration);
        gpu.busy(event.device, start, start + duration);
      }
      case "cpu_op", "operator" -> threads.add(event.thread, name, start, start + duration);
      case "cuda_runtime", "cuda_driver", "runtime" -> gpu.hostCall(name, 1, duration);
      default -> {}
    }
  }

  private Profile profile() {
    List<String> notes = new ArrayList<>();
    if (untimed > 0) {
      notes.add(
          (untimed == 1 ? "1 event is" : untimed + " events are")
              + " excluded: no valid start, or no duration of 0 or more");
    }
    if (layers) {
      return gpu.build(Format.TRTEXEC, true, gpu, notes);
    }
    if (!gpu.isEmpty()) {
      return gpu.build(Format.TORCH, true, gpu, notes);
    }
    if (cpu.isEmpty()) {
      throw ProfileReader.bad(file, "has no operator: " + emptyReason());
    }
    threads.note().ifPresent(notes::add);
    return cpu.build(Format.TORCH, false, cpu, notes);
  }

  private String emptyReason() {
    return pythonSeen
        ? "it has only Python functions. No model ran while the profiler was on, or the file is of"
            + " the API server instead of the worker (rank0…)"
        : "none of its "
            + events
            + " events has the category kernel or cpu_op; expected "
            + ProfileReader.ALLOWED;
  }
}
