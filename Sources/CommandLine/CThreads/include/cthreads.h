// Ends the process if the system refuses to create threads for several seconds. See threads.c.
#ifndef ILK_CTHREADS_H
#define ILK_CTHREADS_H

/// The exit status if no thread can be created: EX_TEMPFAIL from sysexits.h.
#define ILK_NO_THREAD_STATUS 75

#endif
