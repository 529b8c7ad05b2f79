import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CGROUPS = '/sys/fs/cgroup'
const MB = 1024 * 1024

/** What keeps a process and its children to so much memory, as containers do. */
export interface Container {
  /** What goes before a command line, so that it runs inside. */
  wrapper: readonly string[]
  /** Whether a process is inside. */
  holds: (pid: number) => boolean
  /** How many processes inside were ended for want of memory. */
  killed: () => number
  remove: () => void
}

/**
 * A control group of Linux with a limit of memory, swap included; version 2 where there is one, else version 1.
 *
 * @throws Error where none may be made.
 */
export function makeContainer(megabytes: number): Container {
  const isNew = existsSync(join(CGROUPS, 'cgroup.controllers'))
  const parent = isNew ? CGROUPS : join(CGROUPS, 'memory')
  const folder = join(parent, `milepost-hard-${process.pid}`)
  const file = (name: string) => join(folder, name)
  if (isNew) writeFileSync(join(parent, 'cgroup.subtree_control'), '+memory')
  else if (!existsSync(parent)) throw new Error('there is no memory controller')
  mkdirSync(folder)
  try {
    const bytes = String(megabytes * MB)
    const limits = isNew
      ? [['memory.max', bytes] as const, ['memory.swap.max', '0'] as const]
      : [['memory.limit_in_bytes', bytes] as const, ['memory.memsw.limit_in_bytes', bytes] as const]
    // Where there is no swap, its limit may be missing.
    for (const [name, limit] of limits) if (existsSync(file(name))) writeFileSync(file(name), limit)
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const enter = `echo $$ > '${file('cgroup.procs')}' && exec "$@"`
  return {
    wrapper: ['/bin/sh', '-c', enter, 'sh'],
    holds: (pid) => readFileSync(file('cgroup.procs'), 'utf8').split('\n').includes(String(pid)),
    killed: () => {
      const events = readFileSync(file(isNew ? 'memory.events' : 'memory.oom_control'), 'utf8')
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0)
    },
    remove: () => rmdirSync(folder),
  }
}
