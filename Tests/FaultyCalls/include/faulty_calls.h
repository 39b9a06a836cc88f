// A library for LD_PRELOAD: calls of the system that fail, and clocks that are wrong. See faulty_calls.c.
#ifndef ILK_FAULTY_CALLS_H
#define ILK_FAULTY_CALLS_H
#endif
