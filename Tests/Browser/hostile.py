"""Texts that would become elements or run a script if a page did not escape them."""


def hostile(place):
    """A text that ends a title, a text area, an attribute and an element."""
    return f"planted {place} </title></textarea>\"'><img src=x onerror=ran()><script>ran()</script>&lt;{{{{view}}}}"


def hostile_name(place):
    """The same for names that may not contain a slash."""
    return f"planted {place} \"'><img src=x onerror=ran()><script>&lt;"
