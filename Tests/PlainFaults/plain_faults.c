#include "plain_faults.h"

static _Thread_local int32_t planted;

// The same source once more, its faults chosen while it runs.
#define ILK_PLAIN_FAULT planted
#define ilk_plain_read plain_faults_read
#include "../../Sources/CICU/plain_units.c"

void plain_faults_plant(int32_t fault) { planted = fault; }
