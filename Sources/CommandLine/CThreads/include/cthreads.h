// Has a process end when the system refuses it threads for seconds. See threads.c.
#ifndef ILK_CTHREADS_H
#define ILK_CTHREADS_H

/// The status of a process that ends because no thread can be created: EX_TEMPFAIL of sysexits.
#define ILK_NO_THREAD_STATUS 75

#endif
