import { type Clock, DAY } from '@/lib/time/clock'

/** The storage that an account uses: originals, pictures, photos, map images, exports, and the files of its inbox. */
export interface StorageUse {
  bytes: number
  files: number
}

/** Reserved storage for files about to be stored, or the quota that they would exceed. */
export type Reservation = { release: () => void; exceeded?: never } | { exceeded: keyof StorageUse }

interface Deps {
  /** Returns the storage that an account may use; 0 means no limit. */
  loadQuota: (userId: number) => Promise<StorageUse>
  clock: Pick<Clock, 'now'>
  /** Measures the stored files, which takes long for an account with many files. */
  measure: (userId: number) => Promise<StorageUse>
  /** Called with the result of each measurement. */
  onMeasured: (userId: number, use: StorageUse) => void
}

interface Account {
  used: StorageUse
  /** The storage that uploads in progress will add. */
  reserved: StorageUse
  measuredAt: number
}

/**
 * Tracks the storage of each account. It is measured on first use, at most once a day, and updated with every change in
 * between. Files that other programs put into an inbox count from the next measurement.
 */
export class StorageMeter {
  readonly #deps: Deps
  readonly #accounts = new Map<number, Account>()
  readonly #measuring = new Map<number, Promise<Account>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns the storage that an account uses. */
  async getUse(userId: number): Promise<StorageUse> {
    const { used } = await this.#account(userId)
    return { ...used }
  }

  /** Returns the storage that an account may use; 0 means no limit. */
  getQuota = (userId: number): Promise<StorageUse> => this.#deps.loadQuota(userId)

  /**
   * Reserves storage for files about to be stored, so that concurrent uploads do not exceed the quota together. Release
   * it when the files are stored, and thus counted, or could not be stored.
   */
  async reserve(userId: number, wanted: StorageUse): Promise<Reservation> {
    const quota = await this.#deps.loadQuota(userId)
    if (quota.bytes === 0 && quota.files === 0) return { release: () => undefined }
    const { used, reserved } = await this.#account(userId)
    const exceeded = (['bytes', 'files'] as const).find(
      (key) => quota[key] > 0 && used[key] + reserved[key] + wanted[key] > quota[key],
    )
    if (exceeded) return { exceeded }
    change(reserved, wanted, 1)
    return { release: () => change(reserved, wanted, -1) }
  }

  /** Whether changes to an account have to be counted. Other accounts are measured on first use. */
  isCounting = (userId: number): boolean => this.#accounts.has(userId)

  /** Counts files that were stored (1) or deleted (-1). */
  count(userId: number, files: StorageUse, sign: 1 | -1): void {
    const account = this.#accounts.get(userId)
    if (account) change(account.used, files, sign)
  }

  /** Discards the measurement of an account, so that it is measured again on the next use. */
  reset(userId: number): void {
    this.#accounts.delete(userId)
  }

  /** Measures the storage of an account now. */
  async remeasure(userId: number): Promise<void> {
    await this.#measureOnce(userId)
  }

  async #account(userId: number): Promise<Account> {
    const known = this.#accounts.get(userId)
    if (known && this.#deps.clock.now() - known.measuredAt < DAY) return known
    return this.#measureOnce(userId)
  }

  #measureOnce(userId: number): Promise<Account> {
    const measuring = this.#measuring.get(userId) ?? this.#measure(userId)
    this.#measuring.set(userId, measuring)
    return measuring.finally(() => this.#measuring.delete(userId))
  }

  async #measure(userId: number): Promise<Account> {
    const used = await this.#deps.measure(userId)
    const reserved = this.#accounts.get(userId)?.reserved ?? { bytes: 0, files: 0 }
    const account = { used, reserved, measuredAt: this.#deps.clock.now() }
    this.#accounts.set(userId, account)
    this.#deps.onMeasured(userId, used)
    return account
  }
}

function change(use: StorageUse, by: StorageUse, sign: 1 | -1): void {
  use.bytes += sign * by.bytes
  use.files += sign * by.files
}
