import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Field of `/proc/<pid>/stat`, counted after the name of the program, that tells when the process began. */
const START_FIELD = 19

/**
 * A name for this process that no other one has: machine, process id, and when it began. Process ids alone are used
 * again, in containers at every start.
 */
export const processName = (): string => nameOf(process.pid)

/** Whether the process of a name still runs; undefined for one of another machine, which cannot be asked. */
export function isRunning(name: string): boolean | undefined {
  const [host] = name.split('_')
  return host === host64() ? name === nameOf(pidOf(name)) : undefined
}

/** The process id in a name. */
export const pidOf = (name: string): number => Number(name.split('_')[1])

/** The name of a file or folder that is this process's alone. */
export const ownName = (prefix: string, suffix = ''): string => prefix + processName() + suffix

/** Removes from a folder what processes that no longer run have left under such names. */
export async function removeLeftBehind(folder: string, prefix: string, suffix = ''): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!(name.startsWith(prefix) && name.endsWith(suffix))) continue
    const owner = name.slice(prefix.length, name.length - suffix.length)
    if (isRunning(owner) === false) await rm(join(folder, name), { recursive: true, force: true })
  }
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
