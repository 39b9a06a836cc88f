#include "gmime_baseline.h"

#ifdef ILK_MAIL

#include <fcntl.h>
#include <gmime/gmime.h>

long gmime_baseline_parse(const char *path) {
    static gsize once = 0;
    if (g_once_init_enter(&once)) {
        g_mime_init();
        g_once_init_leave(&once, 1);
    }
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    GMimeStream *stream = g_mime_stream_fs_new(file);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
    long count = 0;
    while (!g_mime_parser_eos(parser)) {
        GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
        if (!message) break;
        count++;
        g_object_unref(message);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    return count;
}

#else

long gmime_baseline_parse(const char *path) {
    (void)path;
    return -2;
}

#endif
