/* par_page.c -- HTML, as little of it as a page of tables needs. */
#include "par_page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void give(page *p, const char *text) {
    p->sink(p->context, text, strlen(text));
}

static void give_list(page *p, const char *format, va_list list) {
    char text[1024];
    int length = vsnprintf(text, sizeof text, format, list);
    TREY_ASSERT(length >= 0 && (size_t)length < sizeof text);
    p->sink(p->context, text, (size_t)length);
}

void par_raw(page *p, const char *format, ...) {
    va_list list;
    va_start(list, format);
    give_list(p, format, list);
    va_end(list);
}

void par_text(page *p, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<':
            give(p, "&lt;");
            break;
        case '>':
            give(p, "&gt;");
            break;
        case '&':
            give(p, "&amp;");
            break;
        case '"':
            give(p, "&quot;");
            break;
        default:
            p->sink(p->context, text, 1);
        }
    }
}

static const char style[] =
    ":root{--ink:#1b1f24;--faint:#5c6570;--line:#d5dae0;--felt:#0f6b4b;--fold:#c9cfd6;--warn:#"
    "b3261e}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:62rem;padding:2rem 1.25rem 4rem;color:var(--ink);background:#fff;"
    "font:15px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}"
    "h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}"
    "h2{font-size:1.15rem;margin:2.25rem 0 .5rem;padding-bottom:.25rem;border-bottom:2px solid "
    "var(--felt)}"
    "h3{font-size:1rem;margin:1.25rem 0 .25rem}"
    "p{margin:.4rem 0;max-width:46rem}"
    ".faint{color:var(--faint);font-size:.87rem}"
    ".alarm{border:2px solid var(--warn);color:var(--warn);padding:.5rem .75rem;font-weight:700}"
    ".estimate{border:2px solid var(--faint);padding:.5rem .75rem}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;margin:.5rem 0 1rem;font-variant-numeric:tabular-nums}"
    "th,td{padding:.22rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid "
    "var(--line)}"
    "th{font-size:.82rem;color:var(--faint);font-weight:600;border-bottom:1.5px solid var(--ink)}"
    "th.n,td.n{text-align:right}"
    "td.n{white-space:nowrap}@media(min-width:44rem){td:first-child{white-space:nowrap}}"
    "svg{display:block;width:100%;height:auto;margin:.5rem 0 1rem}"
    "svg text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu "
    "Sans',sans-serif;fill:var(--faint)}"
    "svg text.b{fill:var(--ink)}"
    "code{font:.87em ui-monospace,'DejaVu Sans Mono',monospace;background:#f3f5f7;padding:.1em "
    ".3em;"
    "overflow-wrap:anywhere}"
    "@media print{body{max-width:none;padding:0;font-size:10pt}th,td{padding:.18rem .4rem}"
    "h2{break-after:avoid}"
    "tr,svg{break-inside:avoid}.scroll{overflow:visible}@page{margin:16mm}}";

void par_open(page *p, const char *title) {
    give(p, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
    par_text(p, title);
    give(p, "</title><style>");
    give(p, style);
    give(p, "</style></head><body>\n");
}

void par_close(page *p) {
    give(p, "</body></html>\n");
}

void par_section(page *p, const char *title) {
    par_raw(p, "<h2>%u. ", ++p->section);
    par_text(p, title);
    give(p, "</h2>\n");
}

void par_table(page *p, const char *headings) {
    give(p, "<div class=\"scroll\"><table><thead><tr>");
    while (*headings) {
        size_t length = strcspn(headings, "|");
        bool number = *headings == '>';
        give(p, number ? "<th class=\"n\">" : "<th>");
        p->sink(p->context, headings + number, length - number);
        give(p, "</th>");
        headings += length + (headings[length] == '|');
    }
    give(p, "</tr></thead><tbody>");
    p->in_row = false;
}

void par_row_of_numbers(page *p) {
    give(p, p->in_row ? "</tr>\n<tr>" : "<tr>");
    p->in_row = true;
}

void par_row(page *p, const char *text) {
    par_row_of_numbers(p);
    par_cell(p, text);
}

void par_table_end(page *p) {
    give(p, p->in_row ? "</tr></tbody></table></div>\n" : "</tbody></table></div>\n");
}

void par_cell(page *p, const char *text) {
    give(p, "<td>");
    par_text(p, text);
    give(p, "</td>");
}

void par_number(page *p, const char *format, ...) {
    va_list list;
    give(p, "<td class=\"n\">");
    va_start(list, format);
    give_list(p, format, list);
    va_end(list);
    give(p, "</td>");
}

void par_fraction(page *p, trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    par_number(p, "%s", trey_fraction_print(f, text));
}

void par_money(page *p, trey_cents cents) {
    char text[TREY_CENTS_TEXT_MAX];
    par_number(p, "%s", trey_cents_print(cents, text));
}
