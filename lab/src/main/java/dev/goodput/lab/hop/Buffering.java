package dev.goodput.lab.hop;

/// Why a proxy holds events back, by what its steps look like.
enum Buffering {
  /// It asks in HTTP/1.0 and passes on what fills a buffer of a page: nginx as it comes.
  NGINX_DEFAULTS(
      "nginx's defaults: HTTP/1.0 to the upstream and a buffer of 4 KiB",
      "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection \"\";"),
  /// It passes on what fills a buffer of a page.
  PAGE_BUFFER(
      "a buffer of 4 KiB, as nginx has where it asks in HTTP/1.0, its default",
      "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection \"\";"),
  /// It tells the kernel that more is to come, which then waits for 200 ms.
  CORKED(
      "200 ms steps, as of HAProxy without option http-no-delay: the kernel waits for more",
      "option http-no-delay"),
  /// It passes nothing on before the answer is whole.
  WHOLE_ANSWER("it holds the whole answer back until its end", "turn response buffering off"),
  /// It does so in a way of its own.
  OTHER("it buffers", "turn response buffering off");

  private static final double PAGE = 4096;

  private final String cause;
  private final String remedy;

  Buffering(String cause, String remedy) {
    this.cause = cause;
    this.remedy = remedy;
  }

  /// The likeliest cause of steps that are too few.
  ///
  /// @param asked10 whether the upstream was asked in HTTP/1.0
  static Buffering of(Steps steps, boolean asked10) {
    if (steps.count() <= 1) {
      return WHOLE_ANSWER;
    }
    boolean page = isOfPages(steps.bytes());
    boolean fifth = steps.gapMillis() > 170 && steps.gapMillis() < 260;
    // A fifth of a second may happen to hold a page. A timer's steps are alike in time, a buffer's
    // in bytes.
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
