package dev.goodput.lab.hop;

/// Why a proxy holds events back, inferred from its delivery steps.
enum Buffering {
  /// Sends HTTP/1.0 requests and forwards whenever a page-sized buffer is full: nginx defaults.
  NGINX_DEFAULTS(
      "nginx's defaults: HTTP/1.0 to the upstream and a buffer of 4 KiB",
      "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection \"\";"),
  /// Forwards whenever a page-sized buffer is full.
  PAGE_BUFFER(
      "a buffer of 4 KiB, as in nginx with HTTP/1.0 to the upstream, its default",
      "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection \"\";"),
  /// Tells the kernel that more data follows, so the kernel waits for 200 ms.
  CORKED(
      "200 ms from read to read, as in HAProxy without option http-no-delay: the kernel waits for"
          + " more",
      "option http-no-delay"),
  /// Forwards nothing before the response is complete.
  WHOLE_ANSWER("the proxy holds the response back until its end", "turn response buffering off"),
  /// Buffers in some other way.
  OTHER("the proxy buffers", "turn response buffering off");

  private static final double PAGE = 4096;

  private final String cause;
  private final String remedy;

  Buffering(String cause, String remedy) {
    this.cause = cause;
    this.remedy = remedy;
  }

  /// Returns the most likely cause of too few steps.
  ///
  /// @param asked10 whether the upstream received HTTP/1.0 requests
  static Buffering of(DeliverySteps steps, boolean asked10) {
    if (steps.count() <= 1) {
      return WHOLE_ANSWER;
    }
    boolean page = isOfPages(steps.bytes());
    boolean fifth = steps.gapMillis() > 170 && steps.gapMillis() < 260;
    // 200 ms may happen to hold one page. A timer's steps are equal in time, a buffer's in bytes.
    if (fifth && (!page || steps.gapSpread() < steps.byteSpread())) {
      return CORKED;
    }
    if (asked10) {
      return NGINX_DEFAULTS;
    }
    return page ? PAGE_BUFFER : OTHER;
  }

  private static boolean isOfPages(double bytes) {
    double pages = bytes / PAGE;
    return Math.rint(pages) >= 1 && Math.abs(pages - Math.rint(pages)) < .12;
  }

  String cause() {
    return cause;
  }

  String remedy() {
    return remedy;
  }
}
