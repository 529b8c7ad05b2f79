import { constants } from 'node:os'
import type { Fault, FuseDisk, Operation } from './fuse'
import { type Outcome, World } from './world'

const { EIO, ENOSPC, EMFILE } = constants.errno

/** How operations fail on real disks and with too many open files. */
const FAULTS: Partial<Record<Operation, readonly number[]>> = {
  WRITE: [EIO, ENOSPC],
  FSYNC: [EIO, EIO, ENOSPC],
  FSYNCDIR: [EIO],
  OPEN: [EMFILE, EIO],
  OPENDIR: [EMFILE],
  CREATE: [EMFILE, ENOSPC, EIO],
  MKDIR: [ENOSPC, EIO],
  RENAME: [EIO, ENOSPC],
  RENAME2: [EIO, ENOSPC],
  UNLINK: [EIO],
  SETATTR: [EIO],
  READ: [EIO],
}

interface FaultPlan {
  random: () => number
  /** The probability that an operation fails, if it can. */
  probability: number
  injected: (what: string) => void
}

/** Lets operations of a disk fail at random, individually or, as on a broken disk, many in a row. */
export function failAtRandom(disk: FuseDisk, { random, probability, injected }: FaultPlan): void {
  let row = 0
  disk.onRequest = ({ operation, names, size }): Fault | undefined => {
    const errors = FAULTS[operation]
    if (!errors) return undefined
    if (row > 0) row -= 1
    else if (random() >= probability) return undefined
    else if (random() < 0.2) row = Math.floor(random() * 20)
    injected(`${operation} ${names.join(' ')}`)
    if (operation === 'WRITE' && size > 1 && random() < 0.3)
      return { shortWrite: 1 + Math.floor(random() * (size - 1)) }
    return { errno: errors[Math.floor(random() * errors.length)] ?? EIO }
  }
}

export const stopFailing = (disk: FuseDisk): void => {
  disk.onRequest = () => undefined
}

interface FaultOptions {
  seed: number
  faults: number
  outcome: Outcome
}

/** Milliseconds without an acknowledgement after which a server is restarted. */
const STUCK = 1500
const STARTS_PER_WORLD = 12
/** The traffic between two starts, in milliseconds. */
const MAX_LIFETIME = 4000
/** Between one in 30 and one in 3000 operations. */
const probabilityOf = (random: () => number) => 1 / 30 / 10 ** (2 * random())

/** Lets the disk fail while users act: acknowledged changes must survive a power cut. */
export async function injectFaults(program: string, options: FaultOptions): Promise<void> {
  const { faults, outcome } = options
  for (let seed = options.seed * 1000 + 500; outcome.faults < faults; seed++) {
    const world = await World.create(program, 'strict', { seed, outcome })
    try {
      await world.begin()
      for (let start = 0; start < STARTS_PER_WORLD && outcome.faults < faults; start++)
        await live(world)
      await world.checkAtRest()
    } finally {
      await world.end()
    }
  }
}

/** One life of the server: its disk fails until it acknowledges nothing any more; then the power is cut. */
async function live(world: World): Promise<void> {
  const { random, outcome, disk } = world
  const fuse = disk.fuse()
  if (!fuse) throw new Error('faults take a FUSE disk')
  const injected = () => {
    outcome.faults += 1
  }
  failAtRandom(fuse, { random, probability: probabilityOf(random), injected })
  let isOver = false
  const users = world.act(() => isOver)
  const limit = performance.now() + MAX_LIFETIME
  let [last, since] = [world.acknowledged, performance.now()]
  while (performance.now() < limit && performance.now() - since < STUCK) {
    await Bun.sleep(50)
    if (world.acknowledged !== last) [last, since] = [world.acknowledged, performance.now()]
  }
  isOver = true
  stopFailing(fuse)
  if (random() < 0.4) await world.kill(users)
  else await world.cutPower(random() < 0.5 ? 'strict' : 'random', users)
}
