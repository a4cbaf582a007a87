import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTree } from '../test/support/server/service.ts'

const GROUPS = '/sys/fs/cgroup'
/** Short against a batch, so that a limited node is slow rather than fast and then still. */
const PERIOD_US = 20_000

/**
 * Gives a process and its descendants at most so many processors' time, as on a small machine of their own: a
 * control group of Linux, version 2 or 1, which only root may make. @returns removes the group of an ended process.
 */
export function limitCpu(pid: number, cpus: number): () => void {
  const hasVersion2 = existsSync(join(GROUPS, 'cgroup.controllers'))
  const group = join(GROUPS, hasVersion2 ? '' : 'cpu', `errata-bench-${pid}`)
  const quota = Math.round(cpus * PERIOD_US)
  if (hasVersion2) writeFileSync(join(GROUPS, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(group)
  if (hasVersion2) {
    writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
  } else {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
  }
  for (const member of processTree(pid)) writeFileSync(join(group, 'cgroup.procs'), String(member))
  return () => rmdirSync(group)
}
