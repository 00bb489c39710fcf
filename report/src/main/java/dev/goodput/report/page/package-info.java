/// The page: one self-contained file that opens from disk and sends no requests.
///
/// [HtmlReport] embeds the page's data and its modules, style sheets and the vendored chart library
/// (under `resources/…/page`); the modules draw everything from that data, so that a live page can
/// hand them new data. A content security policy names the hash of each script and style and allows
/// no request at all. Threading: pure functions.
@NullMarked
package dev.goodput.report.page;

import org.jspecify.annotations.NullMarked;
