#include "codegen/folder/columns.h"

#include <string.h>

void columns_add(struct columns *list, const char *item) {
    enum { MARGIN = 98 }; /* a comma and a parenthesis may follow */
    bool is_first = list->text[0] == '\0';
    const char *gap = is_first ? "" : ", ";
    bool fits = list->column + strlen(gap) + strlen(item) <= MARGIN;
    if (!fits) {
        gap = arena_printf(list->arena, "%s\n%s", is_first ? "" : ",", list->begin);
        list->column = strlen(list->begin);
    } else {
        list->column += strlen(gap);
    }
    list->column += strlen(item);
    list->text = arena_printf(list->arena, "%s%s%s", list->text, gap, item);
}
