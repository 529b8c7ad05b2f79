import { type BodyReading, DEFAULT_PACE, type Pace, readPacedChunks } from './paced-body'

/** Limits of bodies that are read at the same time. */
export interface UploadLimits {
  maxPerAccount: number
  maxPerNetwork: number
  maxTotal: number
  pace: Pace
  /** Milliseconds after which a body may be stopped in favour of another. */
  minAge: number
  /** Bytes per second. Faster bodies are never stopped in favour of others. */
  minRate: number
  /** Maximum number of waiting bodies. */
  maxWaiting: number
  /** Maximum wait in milliseconds. */
  maxWait: number
}

const DEFAULT_LIMITS: UploadLimits = {
  maxPerAccount: 32,
  maxPerNetwork: 128,
  // Each body may use a temporary file, and the default soft limit of descriptors is 1024.
  maxTotal: 256,
  pace: DEFAULT_PACE,
  minAge: 3000,
  minRate: 16 * 1024,
  maxWaiting: 2000,
  maxWait: 60_000,
}

/** Milliseconds between checks for bodies that are old enough to be stopped. */
const TICK = 500

/** The limit of concurrent uploads is reached: a body has waited too long, or was stopped in favour of another. */
export class TooManyUploadsError extends Error {
  override name = 'TooManyUploadsError'
}

/** The account and the network that send a body. */
export interface Sender {
  accountId: number
  network: string
}

interface Body extends BodyReading {
  sender: Sender
  startedAt: number
}

interface WaitingUpload {
  sender: Sender
  retry: () => void
}

/**
 * Upload bodies that are being read. Bodies over the limits wait and are not read; the runtime applies back pressure.
 * The account with the fewest bodies is served first, and slow bodies of accounts with more bodies are stopped in its
 * favour, so that clients that send almost nothing do not block others.
 */
export class UploadBodies {
  readonly #limits: UploadLimits
  readonly #bodies = new Set<Body>()
  readonly #perAccount = new Counts<number>()
  readonly #perNetwork = new Counts<string>()
  readonly #waiting = new Set<WaitingUpload>()

  constructor(limits: Partial<UploadLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
  }

  get count(): number {
    return this.#bodies.size
  }

  /** Yields the chunks of a body. @throws SlowBodyError or TooManyUploadsError */
  async *read(
    stream: ReadableStream<Uint8Array> | null,
    sender: Sender,
  ): AsyncGenerator<Uint8Array, void> {
    const body = await this.#enter(sender)
    try {
      yield* readPacedChunks(stream, this.#limits.pace, body)
    } finally {
      this.#remove(body)
    }
  }

  /** Waits for a free place and takes it in the same turn of the event loop. */
  async #enter(sender: Sender): Promise<Body> {
    const giveUpAt = performance.now() + this.#limits.maxWait
    while (!this.#hasSpace(sender) && !this.#stopSlowest(sender)) {
      if (performance.now() >= giveUpAt || this.#waiting.size >= this.#limits.maxWaiting)
        throw new TooManyUploadsError('too many uploads at the same time')
      await this.#nextChange(sender)
    }
    const body = { sender, startedAt: performance.now(), received: 0, stop: undefined }
    this.#bodies.add(body)
    this.#perAccount.add(sender.accountId, 1)
    this.#perNetwork.add(sender.network, 1)
    return body
  }

  #hasSpace({ accountId, network }: Sender): boolean {
    const { maxPerAccount, maxPerNetwork, maxTotal } = this.#limits
    return (
      this.#bodies.size < maxTotal &&
      this.#perNetwork.of(network) < maxPerNetwork &&
      this.#perAccount.of(accountId) < maxPerAccount
    )
  }

  /** Resolves when a body ends, or after `TICK`. */
  async #nextChange(sender: Sender): Promise<void> {
    const { promise, resolve: retry } = Promise.withResolvers<void>()
    const waiting = { sender, retry }
    this.#waiting.add(waiting)
    const timer = setTimeout(retry, TICK)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(waiting)
  }

  /** Stops the slowest body whose end frees a place for `sender`. Returns false when there is no such body. */
  #stopSlowest(sender: Sender): boolean {
    const { minAge, minRate, maxPerAccount, maxPerNetwork } = this.#limits
    const now = performance.now()
    const rate = (body: Body) => (body.received * 1000) / (now - body.startedAt)
    const own = this.#perAccount.of(sender.accountId)
    const isNetworkFull = this.#perNetwork.of(sender.network) >= maxPerNetwork
    // If the other account has only one body more, stopping it would merely swap the two accounts.
    const mayBeStopped = ({ accountId, network }: Sender) =>
      (accountId === sender.accountId ||
        (own < maxPerAccount && this.#perAccount.of(accountId) > own + 1)) &&
      (!isNetworkFull || network === sender.network)
    const [slowest] = [...this.#bodies]
      .filter((body) => body.stop && now - body.startedAt >= minAge && rate(body) < minRate)
      .filter((body) => mayBeStopped(body.sender))
      .sort((a, b) => rate(a) - rate(b))
    if (!slowest?.stop) return false
    slowest.stop(new TooManyUploadsError('a faster upload took the place of this one'))
    this.#remove(slowest)
    return this.#hasSpace(sender)
  }

  #remove(body: Body): void {
    if (!this.#bodies.delete(body)) return
    this.#perAccount.add(body.sender.accountId, -1)
    this.#perNetwork.add(body.sender.network, -1)
    const countOf = ({ sender }: WaitingUpload) => this.#perAccount.of(sender.accountId)
    const next = [...this.#waiting].sort((one, other) => countOf(one) - countOf(other))
    for (const { retry } of next) retry()
  }
}

/** Counts per key. Keys with a count of zero are removed. */
class Counts<Key> {
  readonly #counts = new Map<Key, number>()

  of = (key: Key): number => this.#counts.get(key) ?? 0

  add(key: Key, change: number): void {
    const count = this.of(key) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
