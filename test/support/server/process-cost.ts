import { readFileSync } from 'node:fs'

/** What the main thread of a process has had of the processor so far, ms (Linux). */
export function mainThreadCpuMs(pid: number): number {
  const [onCpuNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(onCpuNs) / 1e6
}
