/// `goodput review`: the review of a period of live traffic, as Markdown and HTML.
@NullMarked
package dev.goodput.app.review;

import org.jspecify.annotations.NullMarked;
