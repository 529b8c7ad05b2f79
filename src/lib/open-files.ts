import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process that has a file open. */
export interface Holder {
  pid: number
  /** Of its program, at most 15 characters. */
  name: string
}

/** The other processes that have a file open, as far as this user may know. */
export function listHolders(path: string): Holder[] {
  const others = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )
  return others
    .filter((pid) => hasOpen(pid, path))
    .map((pid) => ({ pid: Number(pid), name: nameOf(pid) }))
}

function hasOpen(pid: string, path: string): boolean {
  return attempt(() => readdirSync(`/proc/${pid}/fd`), []).some(
    (descriptor) => attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`), '') === path,
  )
}

const nameOf = (pid: string) => attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), '')

/** Processes and their files come and go, and some belong to others. */
function attempt<Value>(look: () => Value, otherwise: Value): Value {
  try {
    return look()
  } catch {
    return otherwise
  }
}
