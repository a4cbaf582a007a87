/** Records that go alone first; then as many batches of so many; then of so many of those. */
const STEP = 8

/** Records of the next batch after an attempt that ended the process, of which `passed` were processed since. Nearly always the
 * process was killed and no record is to blame: one by one, a thousand take half a minute on PostgreSQL. One that is to
 * blame ends it at most three times more before it is alone, since each batch is not larger than what its own repeat takes in steps. */
export function carefulRecords(passed: number): number {
  let size = 1
  for (let reach = STEP; passed >= reach; reach += size * STEP) size *= STEP
  return size
}
