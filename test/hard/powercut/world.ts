import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../support/tracks/mutations'
import type { Random } from '../attack'
import type { CutMode } from './disk-model'
import { type DiskImage, ext4Disk, newScratch, strictDisk, type TestDisk } from './disks'
import { findStrays, type InspectionResult, inspect } from './inspect'
import { findLosses, Ledger, type LedgerCopy } from './ledger'
import { Machine } from './machine'
import {
  type Actor,
  act,
  createAccount,
  FIRST_PASSWORD,
  newActor,
  OWNER,
  type Scene,
} from './traffic'

export type DiskKind = 'strict' | 'ext4'

/** The results of a run. */
export interface Outcome {
  cuts: number
  acknowledged: number
  refused: number
  faults: number
  /** Acknowledged, but lost after a cut. */
  lost: string[]
  /** States that must never occur after a cut. */
  damaged: string[]
  /** Other failures, such as a server that does not start. */
  failed: string[]
}

export const newOutcome = (): Outcome => ({
  ...{ cuts: 0, acknowledged: 0, refused: 0, faults: 0, lost: [], damaged: [], failed: [] },
})

const ACTORS = ['ann', 'bob', 'cas', OWNER]
/** The share of cuts of the strict disk after which some unsynced data has survived. */
const RANDOM_SHARE = 0.4
/** `stats_workouts_limit` of a new server. */
const DEFAULT_SETTING = '10000'
const SWEPT_WITHIN = 20_000

/** A server with users, on a disk whose power is cut repeatedly. */
export class World {
  readonly disk: TestDisk
  readonly machine: Machine
  readonly outcome: Outcome
  readonly random: Random
  readonly #scratch: string
  readonly #ledger = new Ledger()
  readonly #scene: Scene
  #actors: Actor[] = []
  #number = 0
  /** Whether the power is off: responses now are no acknowledgements. */
  #isOff = false
  /** Losses found earlier: each is counted once. */
  readonly #lost = new Set<string>()

  private constructor(
    disk: TestDisk,
    machine: Machine,
    { outcome, random, scratch }: { outcome: Outcome; random: Random; scratch: string },
  ) {
    this.disk = disk
    this.machine = machine
    this.outcome = outcome
    this.random = random
    this.#scratch = scratch
    this.#scene = {
      ...{ machine, ledger: this.#ledger, random },
      acknowledged: (what) => this.#cutAndLook(what),
      next: () => ++this.#number,
    }
  }

  static async create(
    program: string,
    kind: DiskKind,
    { seed, outcome }: { seed: number; outcome: Outcome },
  ): Promise<World> {
    const scratch = newScratch()
    const random = randomNumbers(seed)
    const disk =
      kind === 'ext4'
        ? ext4Disk(scratch, (work) => machine.freeze(work))
        : await strictDisk(scratch, random)
    const machine: Machine = new Machine(program, disk.path, join(scratch, 'home'))
    return new World(disk, machine, { outcome, random, scratch })
  }

  /** Starts the server for the first time and creates its users. */
  async begin(): Promise<void> {
    if (!(await this.machine.start())) throw new Error(`no start: ${this.machine.log()}`)
    this.#ledger.begin('settings', DEFAULT_SETTING)
    for (const name of ACTORS) {
      const isThere = await createAccount(this.#scene, name, name === OWNER ? 'owner' : 'user')
      if (!isThere) throw new Error(`no account ${name}: ${this.machine.log()}`)
      this.#actors.push(newActor(name))
    }
  }

  /** Lets users act until this many cuts have been made, or until `isOver`. */
  async act(isOver: () => boolean): Promise<void> {
    const work = this.#actors.map(async (actor) => {
      while (!isOver()) await act(this.#scene, actor)
    })
    await Promise.all(work)
  }

  get acknowledged(): number {
    return this.#ledger.acknowledged
  }

  get refused(): number {
    return this.#ledger.refused
  }

  async #cutAndLook(what: string): Promise<void> {
    if (this.#isOff) return
    const image = this.disk.cut(this.random() < RANDOM_SHARE ? 'random' : 'strict')
    const expected = this.#ledger.copy()
    await this.#look(image, expected, what)
    image.remove()
  }

  async #look(image: DiskImage, expected: LedgerCopy, what: string): Promise<InspectionResult> {
    this.outcome.cuts += 1
    const seen = await image.inspect((folder) => inspect(join(folder, 'data'), expected))
    const at = `cut ${this.outcome.cuts}, after ${what}`
    if (seen.problems.length > 0) this.outcome.damaged.push(`${at}: ${seen.problems.join('; ')}`)
    else
      for (const [thing, loss] of findLosses(expected, seen.found)) {
        if (!this.#lost.has(thing)) this.outcome.lost.push(`${at}: ${loss}`)
        this.#lost.add(thing)
      }
    return seen
  }

  /**
   * Cuts the power at any moment, lets `idle` wait until users have noticed, and restarts the server on the remaining
   * state.
   */
  async cutPower(mode: CutMode, users: Promise<unknown>): Promise<void> {
    const image = this.disk.cut(mode)
    const expected = this.#ledger.copy()
    this.#isOff = true
    const ledger = this.#scene.ledger
    this.#scene.ledger = new Ledger()
    await this.machine.end('SIGKILL')
    await users
    const { found } = await this.#look(image, expected, `a power cut (${mode})`)
    await this.disk.reboot(image)
    image.remove()
    this.#scene.ledger = ledger
    this.#ledger.settle(found)
    this.#actors = this.#actors.map((actor) => rememberedBy(actor, found))
    this.#isOff = false
    await this.restart('a power cut')
  }

  /** Kills the server at any moment and restarts it on the same disk, which loses nothing. */
  async kill(users: Promise<unknown>): Promise<void> {
    await this.machine.end('SIGKILL')
    await users
    for (const actor of this.#actors) Object.assign(actor, { token: undefined, secret: undefined })
    await this.restart('a kill')
  }

  /** Starts the server. With every start, recordings without a row are set aside. */
  async restart(after: string): Promise<void> {
    if (!(await this.machine.start())) {
      this.outcome.failed.push(`no start after ${after}: ${this.machine.log().slice(-500)}`)
      throw new Error('the server does not start')
    }
  }

  /**
   * Checks that the running server has set recordings without a row aside, and checks the data with the server's own
   * command.
   */
  async checkAtRest(): Promise<void> {
    const { machine, outcome } = this
    const until = performance.now() + SWEPT_WITHIN
    let strays = await this.#strays()
    while (strays.length > 0 && performance.now() < until) {
      await Bun.sleep(100)
      strays = await this.#strays()
    }
    for (const stray of strays) outcome.damaged.push(`a recording without a row stays: ${stray}`)
    await machine.end('SIGTERM')
    for (const command of [['db', 'check'], ['doctor']]) {
      const { code, output } = await machine.command(...command)
      if (code !== 0) outcome.damaged.push(`milepost ${command.join(' ')}: ${output.slice(0, 600)}`)
    }
  }

  /** NOTE the disk itself must not be accessed, because this process serves it. */
  #strays(): Promise<string[]> {
    return this.disk.cut('all').inspect(async (folder) => findStrays(join(folder, 'data')))
  }

  async end(): Promise<void> {
    await this.machine.end('SIGKILL')
    this.outcome.acknowledged += this.#ledger.acknowledged
    this.outcome.refused += this.#ledger.refused
    await this.disk.remove()
    rmSync(this.#scratch, { recursive: true, force: true })
  }
}

/** A user after a power cut, with the passwords, workouts and tokens that have survived. */
function rememberedBy(actor: Actor, found: ReadonlyMap<string, string>): Actor {
  const survived = <Value>(kind: string, things: ReadonlyMap<string, Value>) =>
    new Map([...things].filter(([name]) => found.has(`${kind} ${name}`)))
  return {
    ...{ name: actor.name, token: undefined, secret: undefined },
    password: found.get(`password ${actor.name}`) ?? FIRST_PASSWORD,
    workouts: survived('workout', actor.workouts),
    tokens: survived('token', actor.tokens),
  }
}
