#ifndef LIBRARY_CHECK_H
#define LIBRARY_CHECK_H

// Nothing to be called: that this target compiles is what it is for.

#endif
