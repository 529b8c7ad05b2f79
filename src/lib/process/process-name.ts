import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Index of the start time in `/proc/<pid>/stat`, counted after the name of the executable. */
const START_FIELD = 19

/**
 * A globally unique name of this process, from its machine, process id and start time. Process ids alone are reused, in
 * containers at every start.
 */
export const processName = (): string => formatProcessName(process.pid)

/** Whether the process with a name still runs. Undefined for a process of another machine, which cannot be checked. */
export function isRunning(name: string): boolean | undefined {
  const [host] = name.split('_')
  return host === host64() ? name === formatProcessName(parsePid(name)) : undefined
}

/** The process id in a name. */
export const parsePid = (name: string): number => Number(name.split('_')[1])

/** A name for a file or folder that no other process uses. */
export const uniqueName = (prefix: string, suffix = ''): string => prefix + processName() + suffix

/** Deletes the files and folders whose names processes that no longer run created with `ownName`. */
export async function deleteLeftovers(folder: string, prefix: string, suffix = ''): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (isLeftover(name, prefix, suffix))
      await rm(join(folder, name), { recursive: true, force: true })
}

/** Synchronous `removeLeftBehind` for files, for code that runs before the server starts. */
export function deleteLeftoversSync(folder: string, prefix: string): void {
  for (const name of readdirSync(folder))
    if (isLeftover(name, prefix)) rmSync(join(folder, name), { force: true })
}

function isLeftover(name: string, prefix: string, suffix = ''): boolean {
  if (!(name.startsWith(prefix) && name.endsWith(suffix))) return false
  return isRunning(name.slice(prefix.length, name.length - suffix.length)) === false
}

const formatProcessName = (pid: number) => [host64(), pid, readStartTime(pid)].join('_')

const host64 = () => Bun.hash.crc32(hostname()).toString(36)

/** Start time of a process in clock ticks since boot; undefined if there is no such process. */
function readStartTime(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[START_FIELD]
  } catch {
    return undefined
  }
}
