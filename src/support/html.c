/* Text as HTML. */
#include "support/support.h"

void html_text(struct buffer *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        switch (c) {
        case '&':
            buffer_add(out, "&amp;");
            break;
        case '<':
            buffer_add(out, "&lt;");
            break;
        case '>':
            buffer_add(out, "&gt;");
            break;
        case '"':
            buffer_add(out, "&quot;");
            break;
        case '\'':
            buffer_add(out, "&#39;");
            break;
        default:
            buffer_add_char(out, c < 0x20 && c != '\t' && c != '\n' ? ' ' : (char)c);
        }
    }
}
