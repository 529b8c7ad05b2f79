import { readFileSync } from 'node:fs'

/** Clock ticks of /proc a second. */
const TICKS = 100

/** Milliseconds of CPU time that a process has used in all its threads. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}
