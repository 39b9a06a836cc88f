// The headers are missing if the trait is disabled.
#if __has_include(<gmime/gmime.h>) && __has_include(<libxml/HTMLparser.h>)

// Repeats our declarations of functions of GMime, glib and libxml2 after the original ones. A difference does not compile.
#define ILK_LIBRARY_CHECK
#include <gmime/gmime.h>
#include <libxml/HTMLparser.h>

#include "../../Sources/Applications/Mail/CGMime/library.h"

#define X(result, name, parameters) extern result name parameters;
ILK_GMIME_FUNCTIONS(X)
ILK_XML_FUNCTIONS(X)
#undef X

_Static_assert(ILK_ENCODING_BASE64 == GMIME_CONTENT_ENCODING_BASE64, "");
_Static_assert(ILK_ENCODING_QUOTED_PRINTABLE == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, "");
_Static_assert(ILK_ENCODING_UUENCODE == GMIME_CONTENT_ENCODING_UUENCODE, "");
_Static_assert(ILK_XML_UTF8 == XML_CHAR_ENCODING_UTF8, "");
_Static_assert(ILK_HTML_RECOVER == HTML_PARSE_RECOVER, "");
_Static_assert(ILK_HTML_NO_ERROR == HTML_PARSE_NOERROR, "");
_Static_assert(ILK_HTML_NO_WARNING == HTML_PARSE_NOWARNING, "");
_Static_assert(ILK_HTML_NO_NETWORK == HTML_PARSE_NONET, "");

#endif
