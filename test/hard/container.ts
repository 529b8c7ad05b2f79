import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AttackContext } from './attack'

const CGROUPS = '/sys/fs/cgroup'
const MB = 1024 * 1024

/** Limits the memory of a process and its children, as containers do. */
export interface Container {
  /** Prefix of a command line that runs it inside. */
  wrapper: readonly string[]
  /** Whether a process is inside. */
  holds: (pid: number) => boolean
  /** The number of processes inside that were killed for lack of memory. */
  killed: () => number
  remove: () => void
}

/** Attacks inside a control group with this much memory. Skips the attack where none can be created. */
export async function attackInContainer(
  stage: AttackContext,
  megabytes: number,
  run: (container: Container) => Promise<void>,
): Promise<void> {
  let container: Container
  try {
    container = makeContainer(megabytes)
  } catch (error) {
    stage.skip(`a control group cannot be made: ${error}`)
    return
  }
  try {
    await run(container)
  } finally {
    container.remove()
  }
}

/**
 * A Linux control group with a memory limit that includes swap; version 2 where available, else version 1. @throws
 * Error where none can be created.
 */
function makeContainer(megabytes: number): Container {
  const isNew = existsSync(join(CGROUPS, 'cgroup.controllers'))
  const parent = isNew ? CGROUPS : join(CGROUPS, 'memory')
  const folder = join(parent, `milepost-hard-${crypto.randomUUID()}`)
  const file = (name: string) => join(folder, name)
  if (isNew) writeFileSync(join(parent, 'cgroup.subtree_control'), '+memory')
  else if (!existsSync(parent)) throw new Error('there is no memory controller')
  mkdirSync(folder)
  try {
    const bytes = String(megabytes * MB)
    const limits = isNew
      ? [['memory.max', bytes] as const, ['memory.swap.max', '0'] as const]
      : [['memory.limit_in_bytes', bytes] as const, ['memory.memsw.limit_in_bytes', bytes] as const]
    // Without swap, its limit may be missing.
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
