#ifndef ILK_CGMIME_LIBRARY_H
#define ILK_CGMIME_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The functions of GMime, glib and libxml2. The libraries are loaded when the first reader is created. If the
// program were linked with them, every start would be slower, and the program could not start without the
// libraries.
//
// These declarations replace the headers of the libraries, which are not needed for the build.
// `Tests/LibraryCheck` compiles the declarations together with the real headers, so that a difference is a
// compile-time error.

#ifndef ILK_LIBRARY_CHECK
typedef struct _GDateTime GDateTime;
typedef struct _GTypeInstance GTypeInstance;
typedef struct _GMimeContentDisposition GMimeContentDisposition;
typedef struct _GMimeContentType GMimeContentType;
typedef struct _GMimeDataWrapper GMimeDataWrapper;
typedef struct _GMimeFormatOptions GMimeFormatOptions;
typedef struct _GMimeHeader GMimeHeader;
typedef struct _GMimeHeaderList GMimeHeaderList;
typedef struct _GMimeMessage GMimeMessage;
typedef struct _GMimeMessagePart GMimeMessagePart;
typedef struct _GMimeMultipart GMimeMultipart;
typedef struct _GMimeObject GMimeObject;
typedef struct _GMimeParser GMimeParser;
typedef struct _GMimeParserOptions GMimeParserOptions;
typedef struct _GMimePart GMimePart;
typedef struct _GMimeStreamMem GMimeStreamMem;
typedef struct _InternetAddress InternetAddress;
typedef struct _InternetAddressGroup InternetAddressGroup;
typedef struct _InternetAddressList InternetAddressList;
typedef struct _InternetAddressMailbox InternetAddressMailbox;
typedef struct _xmlDoc xmlDoc;

typedef struct _GByteArray {
    uint8_t *data;
    unsigned len;
} GByteArray;

typedef struct _GMimeEncoding {
    unsigned encoding;
    unsigned char buffer[60];
    int encode;
    uint32_t save;
    int state;
} GMimeEncoding;

typedef struct _GMimeStream {
    void *object[3];
    struct _GMimeStream *super_stream;
    int64_t position;
    int64_t bound_start;
    int64_t bound_end;
} GMimeStream;

typedef unsigned char xmlChar;

typedef struct _xmlSAXHandler {
    void (*first[14])(void);
    void (*startElement)(void *, const xmlChar *, const xmlChar **);
    void (*endElement)(void *, const xmlChar *);
    void (*reference)(void);
    void (*characters)(void *, const xmlChar *, int);
    void (*ignorableWhitespace)(void *, const xmlChar *, int);
    void (*processingInstruction)(void);
    void (*comment)(void);
    void (*warning)(void *, const char *, ...);
    void (*error)(void *, const char *, ...);
    void (*last[4])(void);
    unsigned initialized;
    void *private[4];
} xmlSAXHandler;

typedef struct _xmlParserCtxt {
    xmlSAXHandler *sax;
    void *userData;
    xmlDoc *myDoc;
} xmlParserCtxt;
#endif

_Static_assert(offsetof(GByteArray, len) == 8 && sizeof(GByteArray) == 16, "");
_Static_assert(sizeof(GMimeEncoding) == 76, "");
_Static_assert(offsetof(GMimeStream, bound_start) == 40 && offsetof(GMimeStream, bound_end) == 48, "");
_Static_assert(offsetof(xmlSAXHandler, startElement) == 112 && offsetof(xmlSAXHandler, endElement) == 120, "");
_Static_assert(offsetof(xmlSAXHandler, characters) == 136 && offsetof(xmlSAXHandler, ignorableWhitespace) == 144, "");
_Static_assert(offsetof(xmlSAXHandler, warning) == 168 && offsetof(xmlSAXHandler, error) == 176, "");
_Static_assert(offsetof(xmlSAXHandler, initialized) == 216 && sizeof(xmlSAXHandler) == 256, "");
_Static_assert(offsetof(xmlParserCtxt, myDoc) == 16, "");

enum {
    ILK_ENCODING_BASE64 = 4,
    ILK_ENCODING_QUOTED_PRINTABLE = 5,
    ILK_ENCODING_UUENCODE = 6,
    ILK_XML_UTF8 = 1,
    ILK_HTML_RECOVER = 1,
    ILK_HTML_NO_ERROR = 32,
    ILK_HTML_NO_WARNING = 64,
    ILK_HTML_NO_NETWORK = 2048,
};

/// X-macro list of the functions of GMime and glib: return type, name and parameters.
#define ILK_GMIME_FUNCTIONS(X) \
    X(int64_t, g_date_time_to_unix, (GDateTime *)) \
    X(void, g_free, (void *)) \
    X(void, g_object_unref, (void *)) \
    X(int, g_type_check_instance_is_a, (GTypeInstance *, size_t)) \
    X(const char *, g_mime_charset_iconv_name, (const char *)) \
    X(int, g_mime_content_disposition_is_attachment, (GMimeContentDisposition *)) \
    X(char *, g_mime_content_type_get_mime_type, (GMimeContentType *)) \
    X(const char *, g_mime_content_type_get_parameter, (GMimeContentType *, const char *)) \
    X(int, g_mime_content_type_is_type, (GMimeContentType *, const char *, const char *)) \
    X(GMimeStream *, g_mime_data_wrapper_get_stream, (GMimeDataWrapper *)) \
    X(size_t, g_mime_encoding_flush, (GMimeEncoding *, const char *, size_t, char *)) \
    X(void, g_mime_encoding_init_decode, (GMimeEncoding *, unsigned)) \
    X(size_t, g_mime_encoding_outlen, (GMimeEncoding *, size_t)) \
    X(size_t, g_mime_encoding_step, (GMimeEncoding *, const char *, size_t, char *)) \
    X(const char *, g_mime_header_get_name, (GMimeHeader *)) \
    X(const char *, g_mime_header_get_value, (GMimeHeader *)) \
    X(int, g_mime_header_list_get_count, (GMimeHeaderList *)) \
    X(GMimeHeader *, g_mime_header_list_get_header_at, (GMimeHeaderList *, int)) \
    X(void, g_mime_init, (void)) \
    X(InternetAddressList *, g_mime_message_get_cc, (GMimeMessage *)) \
    X(GDateTime *, g_mime_message_get_date, (GMimeMessage *)) \
    X(InternetAddressList *, g_mime_message_get_from, (GMimeMessage *)) \
    X(GMimeObject *, g_mime_message_get_mime_part, (GMimeMessage *)) \
    X(const char *, g_mime_message_get_subject, (GMimeMessage *)) \
    X(InternetAddressList *, g_mime_message_get_to, (GMimeMessage *)) \
    X(GMimeMessage *, g_mime_message_part_get_message, (GMimeMessagePart *)) \
    X(size_t, g_mime_message_part_get_type, (void)) \
    X(int, g_mime_multipart_get_count, (GMimeMultipart *)) \
    X(GMimeObject *, g_mime_multipart_get_part, (GMimeMultipart *, int)) \
    X(size_t, g_mime_multipart_get_type, (void)) \
    X(GMimeContentDisposition *, g_mime_object_get_content_disposition, (GMimeObject *)) \
    X(const char *, g_mime_object_get_content_id, (GMimeObject *)) \
    X(GMimeContentType *, g_mime_object_get_content_type, (GMimeObject *)) \
    X(const char *, g_mime_object_get_content_type_parameter, (GMimeObject *, const char *)) \
    X(const char *, g_mime_object_get_header, (GMimeObject *, const char *)) \
    X(GMimeHeaderList *, g_mime_object_get_header_list, (GMimeObject *)) \
    X(ssize_t, g_mime_object_write_to_stream, (GMimeObject *, GMimeFormatOptions *, GMimeStream *)) \
    X(GMimeMessage *, g_mime_parser_construct_message, (GMimeParser *, GMimeParserOptions *)) \
    X(GMimeParser *, g_mime_parser_new_with_stream, (GMimeStream *)) \
    X(void, g_mime_parser_options_free, (GMimeParserOptions *)) \
    X(GMimeParserOptions *, g_mime_parser_options_new, (void)) \
    X(void, g_mime_parser_options_set_fallback_charsets, (GMimeParserOptions *, const char **)) \
    X(void, g_mime_parser_set_persist_stream, (GMimeParser *, int)) \
    X(GMimeDataWrapper *, g_mime_part_get_content, (GMimePart *)) \
    X(unsigned, g_mime_part_get_content_encoding, (GMimePart *)) \
    X(const char *, g_mime_part_get_filename, (GMimePart *)) \
    X(size_t, g_mime_part_get_type, (void)) \
    X(GMimeStream *, g_mime_stream_mem_new, (void)) \
    X(void, g_mime_stream_mem_set_byte_array, (GMimeStreamMem *, GByteArray *)) \
    X(void, g_mime_stream_mem_set_owner, (GMimeStreamMem *, int)) \
    X(GMimeStream *, g_mime_stream_null_new, (void)) \
    X(char *, g_mime_utils_decode_message_id, (const char *)) \
    X(const char *, internet_address_get_name, (InternetAddress *)) \
    X(InternetAddressList *, internet_address_group_get_members, (InternetAddressGroup *)) \
    X(size_t, internet_address_group_get_type, (void)) \
    X(InternetAddress *, internet_address_list_get_address, (InternetAddressList *, int)) \
    X(int, internet_address_list_length, (InternetAddressList *)) \
    X(const char *, internet_address_mailbox_get_addr, (InternetAddressMailbox *)) \
    X(size_t, internet_address_mailbox_get_type, (void))

/// X-macro list of the functions of libxml2: return type, name and parameters.
#define ILK_XML_FUNCTIONS(X) \
    X(xmlParserCtxt *, htmlCreatePushParserCtxt, (xmlSAXHandler *, void *, const char *, int, const char *, int)) \
    X(int, htmlCtxtUseOptions, (xmlParserCtxt *, int)) \
    X(void, htmlFreeParserCtxt, (xmlParserCtxt *)) \
    X(int, htmlParseChunk, (xmlParserCtxt *, const char *, int, int)) \
    X(void, xmlStopParser, (xmlParserCtxt *)) \
    X(void, xmlFreeDoc, (xmlDoc *)) \
    X(void, xmlInitParser, (void))

#ifndef ILK_LIBRARY_CHECK
#define X(result, name, parameters) result(*name) parameters;
typedef struct {
    ILK_GMIME_FUNCTIONS(X)
} ilk_gmime_library;
typedef struct {
    ILK_XML_FUNCTIONS(X)
} ilk_xml_library;
#undef X

/// The loaded functions, which are valid after `ilk_mime_load` has returned true.
extern ilk_gmime_library ilk_gmime;
extern ilk_xml_library ilk_xml;
#endif

/// Loads the functions on the first call. Returns false if a library is not installed.
bool ilk_mime_load(void);

#endif
