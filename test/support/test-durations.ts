import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { inProject } from '@/build/project'

/** Milliseconds of a clock tick of /proc. */
const TICK = 10

/** Milliseconds of CPU time of this process and of its finished children. */
function processorMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return TICK * fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

/**
 * Returns a function that appends to `notes`, at the end of each test file, the time since the end of the previous one.
 */
export function createDurationRecorder(notes: string): () => void {
  let before = { cpu: 0, wall: 0 }
  return () => {
    const now = { cpu: processorMs(), wall: performance.now() }
    const spent = [now.cpu - before.cpu, now.wall - before.wall].map(Math.round)
    appendFileSync(notes, `${spent.join(' ')} ${relative(inProject(), Bun.main)}\n`)
    before = now
  }
}
