import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Field of `/proc/<pid>/stat`, counted after the name of the program, that tells when the process began. */
const START_FIELD = 19

/**
 * A name for this process that no other one has: machine, process id, and when it began. Process ids alone are used
 * again, in containers at every start.
 */
export const processName = (): string => nameOf(process.pid)

/** Whether the process of a name still runs; undefined for one of another machine, which cannot be asked. */
export function isRunning(name: string): boolean | undefined {
  const [host, pid] = name.split('_')
  return host === host64() ? name === nameOf(Number(pid)) : undefined
}

const nameOf = (pid: number) => [host64(), pid, startOf(pid)].join('_')

const host64 = () => Bun.hash.crc32(hostname()).toString(36)

/** Clock ticks from the start of the machine to that of the process; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[START_FIELD]
  } catch {
    return undefined
  }
}
