/* The cores and the memory that the system lets this process use. */
#ifndef SDYRT_CORES_H
#define SDYRT_CORES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cores by the affinity of the calling thread, 1 or more. */
int64_t sdyrt_cores_allowed(void);

/* Bytes of memory that the machine has. */
int64_t sdyrt_memory_bytes(void);

/* The first line of a file in `line`, of `size` bytes, without its end. 0: there is none. */
int sdyrt_read_line(const char *path, char *line, int size);

/* Processor seconds a second that the control groups of this process allow, the least of all that
   it is in (cgroups of version 2: cpu.max; of version 1: cpu.cfs_quota_us by cpu.cfs_period_us);
   0: no limit, or no such files. `root` is the folder that stands for "/", "" outside tests. */
double sdyrt_cores_quota(const char *root);

/* Bytes likewise (memory.max; memory.limit_in_bytes); 0: no limit. */
int64_t sdyrt_memory_limit(const char *root);

/* Cores that threads can be made for: those allowed, or as many as the quota pays for, rounded up,
   where it is less. 1 or more. The quota is read when this is first asked. */
int64_t sdyrt_cores_usable(void);

#ifdef __cplusplus
}
#endif
#endif
