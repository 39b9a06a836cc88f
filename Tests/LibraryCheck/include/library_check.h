#ifndef LIBRARY_CHECK_H
#define LIBRARY_CHECK_H

// Empty: the target only has to compile.

#endif
