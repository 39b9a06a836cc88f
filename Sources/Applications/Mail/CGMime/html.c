#ifdef ILK_MAIL

#include "library.h"
#include "reader.h"

#include <string.h>

// Converts HTML to text with the SAX interface of libxml2. This interface builds no tree, loads no resources
// and does not recurse.

/// The maximum depth of elements. The limit bounds the time, because libxml2 searches all open elements for
/// each end tag without a start tag.
enum { deepest = 1024 };

typedef struct {
    ilk_mime_reader *reader;
    xmlParserCtxt *parser;
    int depth;
    ilk_bytes *target;
    size_t start;
    size_t limit;
    /// The number of open elements whose text is not displayed.
    int silent;
    int preformatted;
    bool wants_space;
    bool wants_line;
} ilk_html;

static bool is_any(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

static bool is_silent(const char *name) {
    static const char *const names[] = {"script", "style", "head", "title", "template", "noscript", "object", NULL};
    return is_any(name, names);
}

static bool is_block(const char *name) {
    static const char *const names[] = {
        "p", "div", "br", "tr", "li", "ul", "ol", "dl", "dt", "dd", "table", "h1", "h2", "h3", "h4", "h5", "h6",
        "blockquote", "pre", "hr", "section", "article", "header", "footer", "center", "form", "option", NULL};
    return is_any(name, names);
}

static void opened(void *context, const xmlChar *name, const xmlChar **attributes) {
    (void)attributes;
    ilk_html *html = context;
    const char *element = (const char *)name;
    if (++html->depth > deepest) {
        html->reader->message.flags |= ILK_MIME_TEXT_CUT;
        ilk_xml.xmlStopParser(html->parser);
    }
    if (is_silent(element)) html->silent++;
    if (is_block(element)) html->wants_line = true;
    if (strcmp(element, "pre") == 0) html->preformatted++;
    if (strcmp(element, "td") == 0 || strcmp(element, "th") == 0) html->wants_space = true;
}

static void closed(void *context, const xmlChar *name) {
    ilk_html *html = context;
    const char *element = (const char *)name;
    html->depth--;
    if (is_silent(element) && html->silent) html->silent--;
    if (is_block(element)) html->wants_line = true;
    if (strcmp(element, "pre") == 0 && html->preformatted) html->preformatted--;
}

static void put(ilk_html *html, const char *text, size_t length) {
    bool is_first = html->target->length == html->start;
    if (html->wants_line && !is_first) ilk_append(html->target, "\n", 1);
    else if (html->wants_space && !is_first) ilk_append(html->target, " ", 1);
    html->wants_line = html->wants_space = false;
    ilk_append(html->target, text, length);
}

static void written(void *context, const xmlChar *text, int count) {
    ilk_html *html = context;
    if (html->silent || count <= 0) return;
    if (html->target->length - html->start >= html->limit) {
        html->reader->message.flags |= ILK_MIME_TEXT_CUT;
        return;
    }
    const char *bytes = (const char *)text;
    size_t length = (size_t)count;
    if (html->preformatted) {
        put(html, bytes, length);
        return;
    }
    size_t at = 0;
    while (at < length) {
        size_t start = at;
        while (at < length && !strchr(" \t\r\n\f", bytes[at])) at++;
        if (at > start) put(html, bytes + start, at - start);
        if (at < length) html->wants_space = true;
        while (at < length && bytes[at] && strchr(" \t\r\n\f", bytes[at])) at++;
        if (at < length && !bytes[at]) at++;
    }
}

static void silent(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

void ilk_append_html(ilk_mime_reader *reader, ilk_bytes *target, const char *start, size_t length) {
    if (!length) return;
    // Mail programs, too, display only a part of such a large page.
    if (length > 2u << 20) {
        length = 2u << 20;
        reader->message.flags |= ILK_MIME_TEXT_CUT;
    }
    ilk_html html = {.reader = reader, .target = target, .start = target->length, .limit = reader->limits.text_bytes};
    xmlSAXHandler events;
    memset(&events, 0, sizeof events);
    events.startElement = opened;
    events.endElement = closed;
    events.characters = written;
    events.ignorableWhitespace = written;
    events.warning = silent;
    events.error = silent;
    xmlParserCtxt *parser = ilk_xml.htmlCreatePushParserCtxt(&events, &html, NULL, 0, NULL, ILK_XML_UTF8);
    if (!parser) return;
    html.parser = parser;
    ilk_xml.htmlCtxtUseOptions(parser, ILK_HTML_RECOVER | ILK_HTML_NO_ERROR | ILK_HTML_NO_WARNING | ILK_HTML_NO_NETWORK);
    // The encoding UTF-8 is passed explicitly, so libxml2 ignores `META` elements.
    ilk_xml.htmlParseChunk(parser, start, (int)length, 0);
    ilk_xml.htmlParseChunk(parser, start, 0, 1);
    if (parser->myDoc) ilk_xml.xmlFreeDoc(parser->myDoc);
    parser->myDoc = NULL;
    ilk_xml.htmlFreeParserCtxt(parser);
}

#endif
