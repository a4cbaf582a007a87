/** Settings of glibc, which reads them when a process begins (decisions 0005 and 0285). */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
