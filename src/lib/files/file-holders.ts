import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process that has a file open. */
export interface Holder {
  pid: number
  /** Name of its executable, at most 15 characters. */
  name: string
}

/** Lists the other processes that have a file open, as far as this user is permitted to see them. */
export function listHolders(path: string): Holder[] {
  const others = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )
  return others
    .filter((pid) => hasOpen(pid, path))
    .map((pid) => ({ pid: Number(pid), name: readProcessName(pid) }))
}

function hasOpen(pid: string, path: string): boolean {
  return tryOr(() => readdirSync(`/proc/${pid}/fd`), []).some(
    (descriptor) => tryOr(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`), '') === path,
  )
}

const readProcessName = (pid: string) =>
  tryOr(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), '')

/** Returns `otherwise` when `look` throws: processes end while they are examined, and some belong to other users. */
function tryOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}
