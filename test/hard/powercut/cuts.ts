import { type DiskKind, type Outcome, World } from './world'

interface CutOptions {
  kind: DiskKind
  seed: number
  cuts: number
  outcome: Outcome
}

/** Cuts between two starts of the server on the state after a cut. */
const CUTS_PER_START = 50
/** Starts on the same disk, which grows with them and takes longer to check. */
const STARTS_PER_WORLD = 6

/** Milliseconds without a cut after which the users are considered stuck. */
const STUCK = 180_000

/** Cuts the power at every acknowledgement, and repeatedly at random moments. */
export async function cutAnywhere(program: string, options: CutOptions): Promise<void> {
  const { kind, cuts, outcome } = options
  for (let seed = options.seed * 1000; outcome.cuts < cuts; seed++) {
    const world = await World.create(program, kind, { seed, outcome })
    try {
      await world.begin()
      for (let start = 0; start < STARTS_PER_WORLD && outcome.cuts < cuts; start++) {
        const goal = Math.min(cuts, outcome.cuts + CUTS_PER_START)
        let isOver = false
        const users = world.act(() => isOver)
        await untilCut(outcome, goal)
        isOver = true
        await world.cutPower(world.random() < 0.5 ? 'strict' : 'random', users)
      }
      await world.checkAtRest()
    } finally {
      await world.end()
    }
  }
}

/** Waits until this many cuts have been made. @throws Error if there is none for a long time. */
async function untilCut(outcome: Outcome, goal: number): Promise<void> {
  let last = { cuts: outcome.cuts, at: performance.now() }
  while (outcome.cuts < goal) {
    if (outcome.cuts > last.cuts) last = { cuts: outcome.cuts, at: performance.now() }
    if (performance.now() - last.at > STUCK) throw new Error(`no cut for ${STUCK / 1000} s`)
    await Bun.sleep(20)
  }
}
